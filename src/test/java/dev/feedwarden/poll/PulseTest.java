package dev.feedwarden.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.Time;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class PulseTest {
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final Clock clock = new Clock();
  private final Pulse pulse = new Pulse(clock, LONGEST);

  private static final class Clock implements Time {
    private long now;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void sleep(Duration pause) {
      now += pause.toNanos();
    }
  }

  @Test
  void what_has_not_begun_yet_has_as_long_as_a_turn() {
    clock.sleep(LONGEST);
    assertThat(pulse.isAlive()).isTrue();

    clock.sleep(Duration.ofNanos(1));
    assertThat(pulse.isAlive()).isFalse();
  }

  @Test
  void a_beat_is_good_for_one_turn() {
    clock.sleep(LONGEST.multipliedBy(5));
    pulse.beat();
    clock.sleep(LONGEST);

    assertThat(pulse.isAlive()).isTrue();
    assertThat(pulse.age()).isEqualTo(LONGEST);

    clock.sleep(Duration.ofNanos(1));
    assertThat(pulse.isAlive()).isFalse();
  }

  @Test
  void a_thread_that_is_gone_beats_no_more_however_lately_it_did() throws InterruptedException {
    var loop = Thread.ofVirtual().start(pulse::beat);
    loop.join();

    assertThat(pulse.isAlive()).isFalse();
  }

  @Test
  void r_04_who_is_about_to_end_is_not_counted_on_however_lately_it_beat() {
    pulse.beat();
    pulse.end();
    pulse.beat();

    assertThat(pulse.isAlive()).isFalse();
  }
}
