package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How it goes with what a destination is to be told next.
 *
 * @param tries how often this was refused
 * @param failures how often in a row nothing was taken, whatever it was
 * @param notBefore when the destination may be asked again
 * @param trouble why, in words
 */
public record Progress(int tries, int failures, Instant notBefore, @Nullable String trouble) {
  public static final Progress FRESH = new Progress(0, 0, Instant.EPOCH, null);
}
