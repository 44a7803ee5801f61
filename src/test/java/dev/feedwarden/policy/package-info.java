@NullMarked
package dev.feedwarden.policy;

import org.jspecify.annotations.NullMarked;
