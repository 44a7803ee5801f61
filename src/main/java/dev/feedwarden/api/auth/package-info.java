/** Who is asking: keys, tokens and scopes. */
@NullMarked
package dev.feedwarden.api.auth;

import org.jspecify.annotations.NullMarked;
