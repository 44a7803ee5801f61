/** The words of the product, held to their spelling and their limits. */
@NullMarked
package dev.feedwarden.model;

import org.jspecify.annotations.NullMarked;
