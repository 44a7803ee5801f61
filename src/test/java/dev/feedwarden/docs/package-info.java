@NullMarked
package dev.feedwarden.docs;

import org.jspecify.annotations.NullMarked;
