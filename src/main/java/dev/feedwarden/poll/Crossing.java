package dev.feedwarden.poll;

import dev.feedwarden.fetch.Hops;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.HostPace;
import dev.feedwarden.policy.HostPace.Reaction;
import dev.feedwarden.store.HopQueue;
import dev.feedwarden.store.HopQueue.Borrowed;
import dev.feedwarden.store.Turns.Return;
import java.time.Duration;
import java.util.function.Function;

/**
 * Takes a foreign host for one feed's redirect, and teaches it what came of that.
 *
 * @param pace of a URL's host
 */
public record Crossing(HopQueue queue, Function<WebUrl, HostPace> pace, Time time, SourceId feed)
    implements Hops {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final Duration SOON = Duration.ofMinutes(5);

  @Override
  public Leave ask(WebUrl to) throws InterruptedException {
    var began = time.nanos();
    while (true) {
      switch (queue.borrow(to, feed)) {
        case Borrowed.Ours(var lease) -> {
          var taken = time.nanos();
          return new Leave.Granted(reaction -> giveBack(lease, to, reaction, taken));
        }
        case Borrowed.NotNow(var wait) -> {
          var left = LONGEST_WAIT.minusNanos(time.nanos() - began);
          if (wait.compareTo(left) > 0) {
            return new Leave.Refused(wait.compareTo(SOON) > 0 ? wait : SOON);
          }
          time.sleep(wait);
        }
      }
    }
  }

  private void giveBack(Lease lease, WebUrl to, Reaction reaction, long taken) {
    var now = lease.takenAt().plusNanos(time.nanos() - taken);
    var memory = lease.memory();
    var lesson = pace.apply(to).after(memory.pace(), feed, reaction, now);
    queue.giveBack(
        new Return(
            lease, now.plus(lesson.rest()), new HostMemory(lesson.pace(), memory.trouble())));
  }
}
