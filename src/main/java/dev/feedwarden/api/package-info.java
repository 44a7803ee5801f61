/** REST over the registry: one table of routes, and the door that every request comes through. */
@NullMarked
package dev.feedwarden.api;

import org.jspecify.annotations.NullMarked;
