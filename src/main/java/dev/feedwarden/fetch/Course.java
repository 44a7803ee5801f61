package dev.feedwarden.fetch;

import dev.feedwarden.model.FetchResult.Phases;
import dev.feedwarden.model.FetchResult.Tls;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempt as it runs: its deadline, and what its time went into. It is bound around each
 * request, because the client has no way to hand one to its resolver and connections.
 */
final class Course {
  static final ScopedValue<Course> CURRENT = ScopedValue.newInstance();

  private Deadline deadline;
  private final long began = System.nanoTime();
  private long dns;
  private long connect;
  private long tls;
  private long firstByte;
  private long received;
  private long resolvedAt;
  private List<InetAddress> judged = List.of();
  private @Nullable InetAddress address;
  private @Nullable Tls session;

  Course(Deadline deadline) {
    this.deadline = deadline;
  }

  Deadline deadline() {
    return deadline;
  }

  /** Waiting for leave is not asking: the time is given back. */
  void waited(Duration time) {
    deadline = new Deadline(deadline.at() + time.toNanos());
  }

  /** The name was looked up, which took from then until now, and its addresses were judged. */
  void resolved(long since, List<InetAddress> good) {
    judged = good;
    resolvedAt = System.nanoTime();
    dns += resolvedAt - since;
  }

  /** The last gate: what we are connected to must be what was judged. */
  void connected(InetAddress peer) throws GuardedResolver.Refused {
    if (!judged.contains(peer)) {
      throw new GuardedResolver.Refused("an address that nobody judged");
    }
    connect += System.nanoTime() - resolvedAt;
    address = peer;
  }

  void secured(long since, @Nullable Tls how) {
    tls += System.nanoTime() - since;
    session = how;
  }

  void answered() {
    firstByte = System.nanoTime() - began;
  }

  /** Some of a body came. */
  void received(long bytes) {
    received += bytes;
  }

  /** How much of bodies has come. */
  long received() {
    return received;
  }

  @Nullable String address() {
    return address == null ? null : address.getHostAddress();
  }

  Phases phases() {
    return new Phases(
        Duration.ofNanos(dns),
        Duration.ofNanos(connect),
        Duration.ofNanos(tls),
        Duration.ofNanos(firstByte),
        session);
  }
}
