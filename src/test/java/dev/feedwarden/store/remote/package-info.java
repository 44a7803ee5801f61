@NullMarked
package dev.feedwarden.store.remote;

import org.jspecify.annotations.NullMarked;
