/** A misbehaving web on loopback, for tests, the demo and benchmarks. */
@NullMarked
package dev.feedwarden.lab;

import org.jspecify.annotations.NullMarked;
