package dev.feedwarden.lab.sim;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A world to be polled in.
 *
 * @param headline the figure that tells most about a policy in it
 */
public record Scenario(String name, String about, Measure headline, World world) {
  /**
   * What is polled.
   *
   * @param sites made anew for each run, as some remember who asked
   * @param workers how many services share the store
   * @param line what lies between us and everybody
   * @param overdue whether everybody should have been asked during the last day
   */
  record World(
      Duration length, Supplier<List<Site>> sites, int workers, Line line, boolean overdue) {
    World(Duration length, Supplier<List<Site>> sites) {
      this(length, sites, 1, Line.GOOD, false);
    }
  }

  /**
   * Our own side of the network.
   *
   * @param cut when it does not work
   * @param worker whose it is, from 0; everybody's if none
   * @param reply what all seem to say then
   */
  record Line(Span cut, @Nullable Integer worker, Reply reply) {
    static final Line GOOD = new Line(Span.NEVER, null, Reply.FINE);

    boolean isCut(Duration age, int who) {
      return cut.contains(age) && (worker == null || worker == who);
    }
  }
}
