package dev.feedwarden.lab.sim;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Lease;
import dev.feedwarden.store.Turns;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The host queue of a model: a host may be taken when it is due, ready and not leased. */
final class ModelHosts {
  private record Host(
      HostKey key, @Nullable Instant due, Instant ready, Instant leasedUntil, long epoch) {

    Instant freeFrom() {
      return ready.isAfter(leasedUntil) ? ready : leasedUntil;
    }
  }

  private record Due(Instant at, HostKey key) {}

  private final Map<HostKey, Host> hosts = new HashMap<>();
  private final TreeSet<Due> queue =
      new TreeSet<>(Comparator.comparing(Due::at).thenComparing(Due::key));

  /** Makes a host due at an instant at the latest. */
  void dueBy(HostKey key, @Nullable Instant at) {
    var host = hosts.getOrDefault(key, new Host(key, null, Instant.EPOCH, Instant.EPOCH, 0));
    if (at == null || (host.due() != null && !host.due().isAfter(at))) {
      hosts.putIfAbsent(key, host);
      return;
    }
    put(new Host(key, at, host.ready(), host.leasedUntil(), host.epoch()));
  }

  private void put(Host host) {
    var before = hosts.put(host.key(), host);
    if (before != null && before.due() != null) {
      queue.remove(new Due(before.due(), host.key()));
    }
    if (host.due() != null) {
      queue.add(new Due(host.due(), host.key()));
    }
  }

  private Host host(HostKey key) {
    var host = hosts.get(key);
    if (host == null) {
      throw new IllegalStateException("no host " + key);
    }
    return host;
  }

  List<Lease> take(int most, Instant now) {
    var taken = new ArrayList<Host>();
    for (var due : queue) {
      if (taken.size() >= most || due.at().isAfter(now)) {
        break;
      }
      var host = host(due.key());
      if (!host.freeFrom().isAfter(now)) {
        taken.add(host);
      }
    }
    return taken.stream().map(host -> lease(host, now)).toList();
  }

  /** Takes one host, whether it is due or not. */
  Optional<Lease> take(HostKey key, Instant now) {
    var host = host(key);
    return host.freeFrom().isAfter(now) ? Optional.empty() : Optional.of(lease(host, now));
  }

  private Lease lease(Host host, Instant now) {
    var until = now.plus(Turns.LEASE);
    put(new Host(host.key(), host.due(), host.ready(), until, host.epoch() + 1));
    return new Lease(host.key(), host.epoch() + 1, now, until, Duration.ZERO);
  }

  /** Whether nobody has taken the host since. */
  boolean isHeld(Lease lease) {
    return host(lease.host()).epoch() == lease.epoch();
  }

  boolean isLeased(HostKey key, Instant now) {
    return host(key).leasedUntil().isAfter(now);
  }

  void dueAnew(HostKey key, @Nullable Instant due) {
    var host = host(key);
    put(new Host(key, due, host.ready(), host.leasedUntil(), host.epoch()));
  }

  void release(Lease lease, Instant ready, @Nullable Instant due) {
    if (isHeld(lease)) {
      put(new Host(lease.host(), due, ready, Instant.EPOCH, lease.epoch()));
    }
  }

  /** The earliest instant at which a host may be taken. */
  @Nullable Instant nextTurn(Instant now) {
    Instant best = null;
    for (var due : queue) {
      if (best != null && !due.at().isBefore(best)) {
        break;
      }
      var free = host(due.key()).freeFrom();
      var at = free.isAfter(due.at()) ? free : due.at();
      best = best == null || at.isBefore(best) ? at : best;
      if (!best.isAfter(now)) {
        break;
      }
    }
    return best;
  }
}
