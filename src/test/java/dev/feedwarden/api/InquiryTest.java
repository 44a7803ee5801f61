package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class InquiryTest {
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofMinutes(1);

  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void an_answer_is_good_for_a_while() throws InterruptedException {
    var inquiry = new Inquiry<>("number", asked::incrementAndGet, LONG, LONG);

    assertThat(inquiry.answer()).hasValue(1);
    assertThat(inquiry.answer()).hasValue(1);
  }

  @Test
  void then_it_is_asked_for_anew() throws InterruptedException {
    var inquiry = new Inquiry<>("number", asked::incrementAndGet, LONG, Duration.ZERO);

    assertThat(inquiry.answer()).hasValue(1);
    assertThat(inquiry.answer()).hasValue(2);
  }

  @Test
  void nobody_waits_for_what_hangs_and_it_is_not_asked_a_second_time() throws InterruptedException {
    var hung = new CountDownLatch(1);
    var inquiry = new Inquiry<>("number", () -> afterwards(hung), SHORT, Duration.ZERO);

    assertThat(inquiry.answer()).isEmpty();
    assertThat(inquiry.answer()).isEmpty();
    assertThat(asked).hasValue(1);

    hung.countDown();
    assertThat(new Inquiry<>("number", () -> afterwards(hung), LONG, LONG).answer()).hasValue(2);
  }

  private int afterwards(CountDownLatch hung) {
    var number = asked.incrementAndGet();
    try {
      hung.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return number;
  }

  @Test
  void a_fault_is_no_answer_and_the_next_one_may_be() throws InterruptedException {
    var inquiry = new Inquiry<>("number", this::failingFirst, LONG, Duration.ZERO);

    assertThat(inquiry.answer()).isEmpty();
    assertThat(inquiry.answer()).hasValue(2);
  }

  private int failingFirst() {
    if (asked.incrementAndGet() == 1) {
      throw new IllegalStateException("refused by the test");
    }
    return asked.get();
  }
}
