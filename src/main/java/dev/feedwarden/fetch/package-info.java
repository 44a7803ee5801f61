/** The one way out to the network: address guard, HTTP, deadlines, caps, retries. */
@NullMarked
package dev.feedwarden.fetch;

import org.jspecify.annotations.NullMarked;
