/** The words of the product as values: no clock, no dice, no input or output. */
@NullMarked
package dev.feedwarden.model;

import org.jspecify.annotations.NullMarked;
