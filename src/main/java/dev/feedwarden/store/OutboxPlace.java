package dev.feedwarden.store;

/**
 * A place in the order in which events were committed.
 *
 * @param turn of the transaction that wrote the event; 0 where there is but one writer
 */
public record OutboxPlace(long turn, long id) {}
