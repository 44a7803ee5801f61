/** The registry over its REST API, for a crawler without access to the registry's database. */
@NullMarked
package dev.feedwarden.store.remote;

import org.jspecify.annotations.NullMarked;
