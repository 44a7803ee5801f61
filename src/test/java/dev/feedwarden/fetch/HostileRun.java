package dev.feedwarden.fetch;

import dev.feedwarden.lab.Upstream;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A process of its own that goes through every hostile answer, with little memory. */
final class HostileRun {
  private static final FetchLimits LIMITS =
      new FetchLimits(Duration.ofSeconds(2), Duration.ofSeconds(2), 3, 10 << 20);
  // Started by the JVM for virtual threads and processes, and kept.
  private static final Pattern JVM =
      Pattern.compile("ForkJoinPool-.*|.*Poller.*|VirtualThread-.*|Attach Listener|.*Cleaner.*");

  private HostileRun() {}

  /** Says what does not end as it should, and which threads are left behind. */
  public static void main(String[] arguments) throws InterruptedException {
    var before = threads();
    var wrong = 0;
    try (var upstream = Upstream.start()) {
      var fetcher = Fetching.fetcher(LIMITS);
      for (var row : Hostile.rows()) {
        upstream.route("/", row.behaviour());
        var result = fetcher.fetch(Fetching.once(upstream.url("/")));
        var late = result.trace().took().compareTo(LIMITS.attempt().plusSeconds(1)) > 0;
        if (late || !Fetching.end(result).equals(row.end())) {
          System.out.println(row + ": " + Fetching.end(result) + " in " + result.trace().took());
          wrong++;
        }
      }
      fetcher.close();
    }
    System.out.println(wrong + " wrong, left behind: " + leftBehind(before));
  }

  /** Threads that have not ended after a second. */
  private static Set<String> leftBehind(Set<String> before) throws InterruptedException {
    var deadline = Deadline.in(Duration.ofSeconds(1));
    var left = threads();
    left.removeAll(before);
    while (!left.isEmpty() && !deadline.isPast()) {
      Thread.sleep(Duration.ofMillis(20));
      left.retainAll(threads());
    }
    return left;
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> !JVM.matcher(name).matches())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
