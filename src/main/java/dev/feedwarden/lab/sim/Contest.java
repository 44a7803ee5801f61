package dev.feedwarden.lab.sim;

import dev.feedwarden.policy.ErrorTable;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs several error tables through several scenarios, as many at once as there are processors. */
public final class Contest {
  private Contest() {}

  /** One that is graded. */
  public record Contestant(String name, ErrorTable table) {}

  /** The scores, scenario by scenario, in the order of the contestants. */
  public static List<Score> run(List<Scenario> scenarios, List<Contestant> contestants, long seed)
      throws InterruptedException {
    var runs =
        scenarios.stream()
            .flatMap(
                scenario ->
                    contestants.stream()
                        .<Callable<Score>>map(
                            one -> () -> Lab.grade(scenario, one.name(), one.table(), seed)))
            .toList();
    try (var pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      return pool.invokeAll(runs).stream().map(Future::resultNow).toList();
    }
  }
}
