package dev.feedwarden.model;

import java.time.Instant;

/** Whether a feed is in the schedule, and if not, who took it out and until when. */
public sealed interface Standing {
  /** In the schedule. */
  record Active() implements Standing {}

  /** Out of the schedule until its cooldown ends; the first poll after that is a probe. */
  record Cooling(ErrorType reason, Instant since, Instant until, String by) implements Standing {}

  /** Out of the schedule until a person says otherwise. */
  record Stopped(Instant since, String by, String note) implements Standing {}

  Standing ACTIVE = new Active();
}
