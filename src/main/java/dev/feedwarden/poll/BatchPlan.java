package dev.feedwarden.poll;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.store.BatchQueue.Planned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hands out a run's sources in their order, one at a time per host and none before its host is
 * ready. Later ones pass those whose host is not.
 */
final class BatchPlan {
  private final List<Planned> waiting;
  private final Map<HostKey, Long> readyAt = new HashMap<>();

  BatchPlan(List<Planned> plan) {
    this.waiting = new ArrayList<>(plan);
  }

  /** The next source, waited for if need be; nothing when none is left to hand out. */
  synchronized Optional<Planned> next() throws InterruptedException {
    while (!waiting.isEmpty()) {
      var now = System.nanoTime();
      var soonest = Long.MAX_VALUE;
      for (var planned : waiting) {
        var wait = readyAt.getOrDefault(planned.host(), now) - now;
        if (wait <= 0) {
          waiting.remove(planned);
          readyAt.put(planned.host(), now + Duration.ofHours(1).toNanos()); // until it is put back
          return Optional.of(planned);
        }
        soonest = Math.min(soonest, wait);
      }
      wait(Math.max(1, soonest / 1_000_000));
    }
    return Optional.empty();
  }

  /** The host may be asked again after a while. */
  synchronized void ready(HostKey host, Duration after) {
    readyAt.put(host, System.nanoTime() + after.toNanos());
    notifyAll();
  }

  /** Not now: the same source again, before the others that wait, when its host is ready. */
  synchronized void again(Planned planned, Duration after) {
    waiting.addFirst(planned);
    ready(planned.host(), after);
  }
}
