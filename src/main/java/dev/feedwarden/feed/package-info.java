/** From bytes to normalised entries: no clock, no dice, no input or output. */
@NullMarked
package dev.feedwarden.feed;

import org.jspecify.annotations.NullMarked;
