package dev.feedwarden.deliver;

import org.jspecify.annotations.Nullable;

/**
 * Something ready to be sent, in the words of its destination.
 *
 * @param id the same however often it is sent
 * @param kind what it is about
 * @param title for people who look at dead letters
 * @param body what goes over the wire; nothing in it is secret
 * @param answers the destination's own name for the message that this one answers
 */
public record Letter(String id, String kind, String title, String body, @Nullable String answers) {}
