/** Configuration and wiring. */
@NullMarked
package dev.feedwarden.app;

import org.jspecify.annotations.NullMarked;
