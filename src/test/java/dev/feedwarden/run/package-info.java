/** The product as its user has it: real processes, real sockets, real files. */
@NullMarked
package dev.feedwarden.run;

import org.jspecify.annotations.NullMarked;
