/** One poll in a straight line, and the batch run that makes many of them. */
@NullMarked
package dev.feedwarden.poll;

import org.jspecify.annotations.NullMarked;
