/** The commands: what a person types and what they read. */
@NullMarked
package dev.feedwarden.cli;

import org.jspecify.annotations.NullMarked;
