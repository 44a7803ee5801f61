package dev.feedwarden.fetch;

import dev.feedwarden.fetch.Hops.Leave;
import dev.feedwarden.fetch.Hops.Slot;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.HostPace.Reaction;
import dev.feedwarden.policy.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where an attempt is: at home, or at one foreign host whose leave it has. */
final class Abroad implements AutoCloseable {
  private static final Slot HOME = _ -> {};

  private final HostKey home;
  private final Hops hops;
  private HostKey at;
  private Slot slot = HOME;
  private Reaction reaction = new Reaction.Silent();

  Abroad(HostKey home, Hops hops) {
    this.home = home;
    this.hops = hops;
    this.at = home;
  }

  /**
   * Goes on to where a redirect leads; nothing if no leave is needed. The host before is let go
   * first: who holds one and waits for another might wait for somebody who does the same.
   */
  @Nullable Leave enter(WebUrl to, Course course) throws InterruptedException {
    if (to.hostKey().equals(at)) {
      return null;
    }
    close();
    at = to.hostKey();
    if (at.equals(home)) {
      return null;
    }
    var since = System.nanoTime();
    var leave = hops.ask(to);
    course.waited(Duration.ofNanos(System.nanoTime() - since));
    if (leave instanceof Leave.Granted(var granted)) {
      slot = granted;
    }
    return leave;
  }

  void heard(Step step) {
    reaction =
        switch (step) {
          case Step.Answer(var status, var headers, _) ->
              Reaction.of(status, RetryAfter.of(headers, Instant.now()).orElse(null));
          case Step.Elsewhere _ -> new Reaction.Clean();
          case Step.Nothing _ -> new Reaction.Silent();
        };
  }

  @Override
  public void close() {
    var held = slot;
    slot = HOME;
    held.done(reaction);
  }
}
