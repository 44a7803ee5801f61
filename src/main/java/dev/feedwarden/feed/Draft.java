package dev.feedwarden.feed;

import dev.feedwarden.model.Entry;
import org.jspecify.annotations.Nullable;

/** An entry before it has keys, which depend on all entries of its document. */
record Draft(@Nullable String guid, Entry.Content content, Entry.Dates dates) {}
