package dev.feedwarden.model;

/** What follows from one outcome: decided in {@code policy}, written in the poll's transaction. */
public record Transition(Health health, Standing standing, NextPoll next, Alarm alarm) {
  /** Whether a person is to hear of a feed that stays in the schedule. */
  public enum Alarm {
    NONE,
    RAISED,
    CLEARED
  }

  /** A transition that is nobody's business. */
  public Transition(Health health, Standing standing, NextPoll next) {
    this(health, standing, next, Alarm.NONE);
  }

  /** The same wait without the disable: what follows when too many feeds were disabled before. */
  public Transition held() {
    return new Transition(health, Standing.ACTIVE, new NextPoll(next.at(), NextPoll.Reason.HELD));
  }
}
