/** Every decision as a function of its arguments: the clock and the dice are arguments too. */
@NullMarked
package dev.feedwarden.policy;

import org.jspecify.annotations.NullMarked;
