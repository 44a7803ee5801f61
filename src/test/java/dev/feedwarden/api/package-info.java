@NullMarked
package dev.feedwarden.api;

import org.jspecify.annotations.NullMarked;
