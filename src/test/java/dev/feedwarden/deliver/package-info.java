@NullMarked
package dev.feedwarden.deliver;

import org.jspecify.annotations.NullMarked;
