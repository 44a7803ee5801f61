package dev.feedwarden.lab.sim;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.Pace;
import dev.feedwarden.model.Trouble;
import dev.feedwarden.store.Turns;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
  /** The last lease of a host, and whether it was given back. */
  private record Hold(Instant until, long epoch, boolean open) {}

  private record Host(
      HostKey key, @Nullable Instant due, Instant ready, Hold hold, HostMemory memory) {

    Instant freeFrom() {
      return ready.isAfter(hold.until()) ? ready : hold.until();
    }

    Host due(@Nullable Instant at) {
      return new Host(key, at, ready, hold, memory);
    }
  }

  private record Due(Instant at, HostKey key) {}

  private final Map<HostKey, Host> hosts = new HashMap<>();
  private final TreeSet<Due> queue =
      new TreeSet<>(Comparator.comparing(Due::at).thenComparing(Due::key));

  /** Makes a host due at an instant at the latest. */
  void dueBy(HostKey key, @Nullable Instant at) {
    var nobody = new Hold(Instant.EPOCH, 0, false);
    hosts.putIfAbsent(key, new Host(key, null, Instant.EPOCH, nobody, HostMemory.NONE));
    var host = host(key);
    if (at != null && (host.due() == null || host.due().isAfter(at))) {
      put(host.due(at));
    }
  }

  /** Makes a host due at an instant, or never. */
  void dueAnew(HostKey key, @Nullable Instant at) {
    put(host(key).due(at));
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
    var hold = new Hold(now.plus(Turns.LEASE), host.hold().epoch() + 1, true);
    put(new Host(host.key(), host.due(), host.ready(), hold, host.memory()));
    return new Lease(host.key(), hold.epoch(), now, hold.until(), host.memory());
  }

  /** Whether nobody has taken the host since. */
  boolean isHeld(Lease lease) {
    return host(lease.host()).hold().epoch() == lease.epoch();
  }

  boolean isLeased(HostKey key, Instant now) {
    return host(key).hold().until().isAfter(now);
  }

  void release(Turns.Return back, @Nullable Instant due) {
    var lease = back.lease();
    if (isHeld(lease)) {
      var hold = new Hold(Instant.EPOCH, lease.epoch(), false);
      put(new Host(lease.host(), due, ms(back.readyAt()), hold, rounded(back.memory())));
    }
  }

  /** Says of a host that nobody is at that it is in trouble. */
  boolean troubled(HostKey key, Trouble trouble, Instant readyAt) {
    var host = host(key);
    if (host.hold().open() || host.memory().trouble() != null) {
      return false;
    }
    var ready = host.ready().isAfter(readyAt) ? host.ready() : ms(readyAt);
    var memory = rounded(new HostMemory(host.memory().pace(), trouble));
    put(new Host(key, host.due(), ready, host.hold(), memory));
    return true;
  }

  private static HostMemory rounded(HostMemory memory) {
    var pace = memory.pace();
    var refusal = pace.refusal();
    var floor = pace.floor();
    var trouble = memory.trouble();
    return new HostMemory(
        new Pace(
            ms(pace.gap()),
            pace.clean(),
            refusal == null ? null : new Pace.Refusal(refusal.by(), ms(refusal.at())),
            floor == null ? null : new Pace.Floor(ms(floor.gap()), ms(floor.until()))),
        trouble == null
            ? null
            : new Trouble(ms(trouble.since()), trouble.probes(), trouble.evidence()));
  }

  private static Duration ms(Duration duration) {
    return duration.truncatedTo(ChronoUnit.MILLIS);
  }

  private static Instant ms(Instant at) {
    return at.truncatedTo(ChronoUnit.MILLIS);
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
