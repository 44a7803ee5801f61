package dev.feedwarden.poll;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who is written with whom. */
final class GroupsTest {
  private static final Duration VERY_LONG = Duration.ofMinutes(5);

  private final LinkedBlockingQueue<Integer> waiting = new LinkedBlockingQueue<>();
  private final Groups<Integer> groups = new Groups<>(waiting, VERY_LONG);

  private void come(int from, int to) {
    IntStream.range(from, to).forEach(waiting::add);
  }

  private CompletableFuture<List<Integer>> next() {
    var group = new CompletableFuture<List<Integer>>();
    Thread.startVirtualThread(
        () -> {
          try {
            group.complete(groups.next());
          } catch (InterruptedException stopped) {
            group.completeExceptionally(stopped);
          }
        });
    return group;
  }

  @Test
  void who_comes_alone_after_others_who_were_alone_waits_for_nobody() {
    for (int i = 0; i < 3; i++) {
      waiting.add(i);

      assertThat(next()).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(List.of(i));
    }
  }

  @Test
  void who_comes_after_company_waits_until_there_are_enough() throws Exception {
    come(0, 2);
    assertThat(next()).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(List.of(0, 1));

    waiting.add(2);
    var group = next();
    await().until(waiting::isEmpty);
    come(3, 2 + Groups.ENOUGH - 1);
    await().until(waiting::isEmpty);
    assertThat(group).isNotDone();
    waiting.add(99);

    assertThat(group.get(30, SECONDS)).hasSize(Groups.ENOUGH);
  }

  @Test
  void a_group_has_an_end() throws Exception {
    come(0, Groups.LARGEST + 1);

    assertThat(next().get(30, SECONDS)).hasSize(Groups.LARGEST);
    assertThat(waiting).hasSize(1);
  }

  @Test
  void those_who_wait_are_written_when_nobody_else_comes_in_time() {
    var hasty = new Groups<>(waiting, Duration.ofMillis(20));
    come(0, 2);
    var all =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                var first = hasty.next();
                waiting.add(2);
                return List.of(first, hasty.next());
              } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
              }
            });

    assertThat(all)
        .succeedsWithin(Duration.ofSeconds(30))
        .isEqualTo(List.of(List.of(0, 1), List.of(2)));
  }
}
