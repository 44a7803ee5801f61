@NullMarked
package dev.feedwarden.fetch;

import org.jspecify.annotations.NullMarked;
