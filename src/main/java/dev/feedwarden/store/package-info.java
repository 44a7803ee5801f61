/** SQL: registry, leases, the poll's one transaction, articles; SQLite and PostgreSQL. */
@NullMarked
package dev.feedwarden.store;

import org.jspecify.annotations.NullMarked;
