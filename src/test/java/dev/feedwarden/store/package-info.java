/** One suite for both engines, on real databases. */
@NullMarked
package dev.feedwarden.store;

import org.jspecify.annotations.NullMarked;
