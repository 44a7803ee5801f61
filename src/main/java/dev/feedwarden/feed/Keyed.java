package dev.feedwarden.feed;

import dev.feedwarden.model.Entry;

/**
 * An item with what it is known and compared by.
 *
 * @param beginning of what it says, which was looked at for the marks
 */
public record Keyed(Item item, Entry.EntryKey key, Entry.Marks marks, Seen beginning) {}
