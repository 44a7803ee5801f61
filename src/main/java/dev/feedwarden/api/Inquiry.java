package dev.feedwarden.api;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A question whose answer may take for ever: it is asked once at a time however many want to know,
 * nobody waits long, and an answer is good for a while.
 */
final class Inquiry<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Inquiry.class);

  private final String name;
  private final Supplier<T> question;
  private final Duration patience;
  private final Duration kept;
  private @Nullable Asked<T> last;
  private boolean troubled;

  /** An answer that may not have come yet, and when it was asked for or came. */
  private static final class Asked<T> {
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private volatile long at = System.nanoTime();
  }

  /**
   * A question.
   *
   * @param name what is told when it goes wrong
   * @param patience how long an answer may take, for the first who asks and for all who join
   * @param kept how long an answer is good
   */
  Inquiry(String name, Supplier<T> question, Duration patience, Duration kept) {
    this.name = name;
    this.question = question;
    this.patience = patience;
    this.kept = kept;
  }

  /** The answer, if it came in time and was one. */
  Optional<T> answer() throws InterruptedException {
    try {
      var asked = asked();
      var left = patience.minus(age(asked)).toNanos();
      var answer = asked.answer.get(Math.max(0, left), TimeUnit.NANOSECONDS);
      recovered();
      return Optional.of(answer);
    } catch (ExecutionException fault) {
      troubled(fault.getCause());
    } catch (TimeoutException late) {
      troubled(late);
    }
    return Optional.empty();
  }

  private synchronized Asked<T> asked() {
    var before = last;
    if (before != null && (!before.answer.isDone() || age(before).compareTo(kept) < 0)) {
      return before;
    }
    var next = new Asked<T>();
    last = next;
    // Not a virtual thread: a driver that hangs in native code would keep its carrier.
    Thread.ofPlatform().daemon().name(name).start(() -> ask(next));
    return next;
  }

  private static Duration age(Asked<?> asked) {
    return Duration.ofNanos(System.nanoTime() - asked.at);
  }

  private void ask(Asked<T> asked) {
    try {
      var answer = question.get();
      asked.at = System.nanoTime();
      asked.answer.complete(answer);
    } catch (RuntimeException | Error fault) {
      asked.at = System.nanoTime();
      asked.answer.completeExceptionally(fault);
    }
  }

  // Told when it begins and when it ends: probes come every few seconds.
  private synchronized void troubled(@Nullable Throwable fault) {
    if (!troubled) {
      troubled = true;
      LOG.atError().addKeyValue("check", name).setCause(fault).log("check failed");
    }
  }

  private synchronized void recovered() {
    if (troubled) {
      troubled = false;
      LOG.atInfo().addKeyValue("check", name).log("check succeeds again");
    }
  }
}
