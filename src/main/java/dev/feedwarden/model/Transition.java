package dev.feedwarden.model;

/** What follows from one outcome: decided in {@code policy}, written in the poll's transaction. */
public record Transition(Health health, Standing standing, NextPoll next) {
  /** The same wait without the disable: what follows when too many feeds were disabled before. */
  public Transition held() {
    return new Transition(health, Standing.ACTIVE, new NextPoll(next.at(), NextPoll.Reason.HELD));
  }
}
