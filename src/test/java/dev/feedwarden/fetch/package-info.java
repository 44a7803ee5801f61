/** The way out to the network, against real sockets on loopback. */
@NullMarked
package dev.feedwarden.fetch;

import org.jspecify.annotations.NullMarked;
