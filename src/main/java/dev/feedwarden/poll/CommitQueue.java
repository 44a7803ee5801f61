package dev.feedwarden.poll;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Siblings;
import dev.feedwarden.model.Trouble;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.HostFeeds;
import dev.feedwarden.store.Moving;
import dev.feedwarden.store.ReadyPoll;
import dev.feedwarden.store.Turns.Return;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Groups the commits of polls that end together: whatever waits while one transaction runs is
 * written by the next.
 */
public final class CommitQueue implements Recording, AutoCloseable {
  private static final int LARGEST_GROUP = 50;

  private final Commits commits;
  private final HostFeeds hosts;
  private final Followed followed;
  private final BlockingQueue<Waiting> waiting = new LinkedBlockingQueue<>();
  private final List<Thread> writers;

  private record Waiting(ReadyPoll poll, CompletableFuture<Poll.Receipt> receipt) {}

  public CommitQueue(Commits commits, HostFeeds hosts, Moving moving) {
    this.commits = commits;
    this.hosts = hosts;
    this.followed = new Followed(moving);
    this.writers =
        IntStream.range(0, commits.writers())
            .mapToObj(i -> Thread.ofPlatform().name("commits-" + i).daemon().start(this::write))
            .toList();
  }

  /** How many polls wait to be written. */
  public int waiting() {
    return waiting.size();
  }

  @Override
  public Poll.Receipt commit(Poll poll, @Nullable Return back) {
    var mine = new Waiting(ReadyPoll.of(poll, back), new CompletableFuture<>());
    waiting.add(mine);
    return mine.receipt()
        .join(); // not to be interrupted: the poll is over, its record must not be lost
  }

  @Override
  public void postpone(Poll poll) {
    commits.postpone(poll);
  }

  @Override
  public Siblings siblings(Claim claim, Instant since) {
    return hosts.siblings(claim, since);
  }

  @Override
  public List<Poll.Settlement> settle(List<Poll> counted) {
    return commits.settle(counted);
  }

  @Override
  public void forgive(List<Poll> pending) {
    commits.forgive(pending);
  }

  @Override
  public boolean troubled(HostKey host, Trouble trouble, Instant readyAt) {
    return hosts.troubled(host, trouble, readyAt);
  }

  @Override
  public void sighted(Poll poll, MoveCandidate move) {
    followed.sighted(poll, move);
  }

  private void write() {
    try {
      while (true) {
        var group = new ArrayList<Waiting>();
        group.add(waiting.take());
        waiting.drainTo(group, LARGEST_GROUP - 1);
        write(group);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  // One bad poll must not cost the others their commit: a group that fails is repeated one by one.
  private void write(List<Waiting> group) {
    try {
      var receipts = commits.commitReady(group.stream().map(Waiting::poll).toList());
      for (int i = 0; i < group.size(); i++) {
        group.get(i).receipt().complete(receipts.get(i));
      }
    } catch (RuntimeException | Error fault) {
      if (group.size() == 1) {
        group.getFirst().receipt().completeExceptionally(fault);
      } else {
        group.forEach(this::repeat);
      }
    }
  }

  private void repeat(Waiting one) {
    try {
      one.receipt().complete(commits.repeat(one.poll()));
    } catch (RuntimeException | Error fault) {
      one.receipt().completeExceptionally(fault);
    }
  }

  @Override
  public void close() {
    writers.forEach(Thread::interrupt);
  }
}
