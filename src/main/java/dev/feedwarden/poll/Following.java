package dev.feedwarden.poll;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.policy.Backoff;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.FollowedRegistry;
import dev.feedwarden.store.remote.Heard;
import dev.feedwarden.store.remote.RemoteRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a crawler in step with its registry, cycle by cycle. Polling goes on whatever becomes of
 * this.
 */
public final class Following implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Following.class);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  private final Database database;
  private final FollowedRegistry link;
  private final RemoteRegistry remote;
  private final RegistryTalk talk;
  private final Duration cycle;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private @Nullable Thread thread;
  private int failures;
  private long notBefore = System.nanoTime();
  private String trouble = "";

  /**
   * @param cycle between two looks at the list
   * @param isPolicy whether a source's own policy is one that we know
   */
  public Following(
      Database database, RemoteRegistry remote, Duration cycle, Predicate<Overrides> isPolicy) {
    this.database = database;
    this.link = new FollowedRegistry(database);
    this.remote = remote;
    this.talk = new RegistryTalk(database, remote, isPolicy);
    this.cycle = cycle;
  }

  /**
   * Meets the registry, and goes on following it. A registry that is not there is an operator's
   * mistake only for who knows no sources yet.
   */
  public void start() throws InterruptedException {
    switch (remote.identity()) {
      case Heard.Good<String>(var id) -> {
        link.bind(id, remote.url());
        turn(true);
      }
      case Heard.Mistaken<String>(var words) -> throw new OperatorMistake(words + ".");
      case Heard.Silent<String>(var words) -> {
        if (link.find().isEmpty()) {
          throw new OperatorMistake(
              "REGISTRY_URL: " + words + ", and no sources are known here yet.");
        }
        failed(words, false);
      }
    }
    thread = Thread.ofVirtual().name("registry").start(this::run);
  }

  private void run() {
    try {
      while (!stopped.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() throws InterruptedException {
    if (System.nanoTime() - notBefore < 0) {
      return;
    }
    try {
      var known = link.find().orElse(null);
      if (known != null) {
        var at = known.syncedAt();
        var isListDue = at == null || !at.plus(cycle).isAfter(database.now());
        if (isListDue || known.pending() > 0) {
          turn(isListDue);
        }
      }
    } catch (RuntimeException | Error fault) {
      LOG.error("the registry was not followed; it is tried again", fault);
      putOff();
    }
  }

  private void turn(boolean isListDue) throws InterruptedException {
    if (!link.lease()) {
      return; // another process of this database speaks to it
    }
    try {
      switch (talk.turn(isListDue)) {
        case Heard.Good<Integer> _ -> went();
        case Heard.Silent<Integer>(var words) -> failed(words, false);
        case Heard.Mistaken<Integer>(var words) -> failed(words, true);
      }
    } finally {
      link.release();
    }
  }

  private void went() {
    failures = 0;
    if (!trouble.isEmpty()) {
      trouble = "";
      LOG.info("registry followed again");
    }
  }

  // Told when it begins or is another trouble, and not every minute.
  private void failed(String words, boolean forAPerson) {
    putOff();
    if (!words.equals(trouble)) {
      trouble = words;
      (forAPerson ? LOG.atError() : LOG.atWarn())
          .addKeyValue("why", words)
          .log("registry not followed; polling goes on with what is known");
    }
  }

  private void putOff() {
    var pause = Backoff.doubled(FIRST_PAUSE, failures++, cycle);
    notBefore = System.nanoTime() + pause.toNanos();
  }

  @Override
  public void close() {
    stopped.countDown();
    remote.close();
    if (thread != null) {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException impatient) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
