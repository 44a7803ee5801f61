/** The pages behind the feeds: whose turn it is, what robots.txt allows, and what they say. */
@NullMarked
package dev.feedwarden.frontier;

import org.jspecify.annotations.NullMarked;
