package dev.feedwarden.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

final class ModelTimeTest {
  private final ModelTime time = new ModelTime();
  private final List<String> seen = new ArrayList<>();

  private void sleeper(String name, int seconds) {
    time.start(
        () -> {
          seen.add(name + " begins");
          time.sleep(Duration.ofSeconds(seconds));
          seen.add(name + " at " + time.age().toSeconds());
        });
  }

  @Test
  void one_task_runs_at_once_and_who_wakes_earliest_goes_on() {
    sleeper("a", 30);
    sleeper("b", 10);
    sleeper("c", 30);

    time.run();

    assertThat(seen)
        .containsExactly("a begins", "b begins", "c begins", "b at 10", "a at 30", "c at 30");
  }

  @Test
  void a_queue_that_is_filled_wakes_its_watcher_before_its_time() {
    var queue = new LinkedBlockingQueue<String>();
    var workshop = new ModelWorkshop(time, () -> Long.MAX_VALUE);
    time.start(
        () -> {
          seen.add(workshop.await(queue, Duration.ofSeconds(1)) + " at " + time.age().toSeconds());
          seen.add(workshop.await(queue, Duration.ofSeconds(1)) + " at " + time.age().toSeconds());
        });
    time.start(
        () -> {
          time.sleep(Duration.ofSeconds(3));
          queue.add("news");
        });

    time.run();

    assertThat(seen).containsExactly("news at 3", "null at 8"); // an idle look is put off by 5 s
  }

  @Test
  void a_look_is_put_off_no_longer_than_until_there_may_be_work() {
    var workshop = new ModelWorkshop(time, () -> Duration.ofSeconds(3).toNanos());
    time.start(
        () -> {
          workshop.await(new LinkedBlockingQueue<>(), Duration.ofSeconds(1));
          seen.add("at " + time.age().toSeconds());
        });

    time.run();

    assertThat(seen).containsExactly("at 3");
  }

  @Test
  void a_fault_of_a_task_is_the_models() {
    time.start(
        () -> {
          throw new IllegalStateException("no");
        });

    assertThatThrownBy(time::run).hasRootCauseMessage("no");
  }
}
