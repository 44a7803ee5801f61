/** Tells others what happened: drains the outbox to each destination. */
@NullMarked
package dev.feedwarden.deliver;

import org.jspecify.annotations.NullMarked;
