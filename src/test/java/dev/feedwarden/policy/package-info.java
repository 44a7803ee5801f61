/** Every decision, held to its table and its laws. */
@NullMarked
package dev.feedwarden.policy;

import org.jspecify.annotations.NullMarked;
