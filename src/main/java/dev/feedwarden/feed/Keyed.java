package dev.feedwarden.feed;

import dev.feedwarden.model.Entry;

/** An item with what it is known and compared by. */
public record Keyed(Item item, Entry.EntryKey key, Entry.Marks marks) {}
