package dev.feedwarden.store;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.SourceId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whose turn it is: what a loop asks of a store. */
public interface Turns {
  /** How long a host is ours unless we give it back. */
  Duration LEASE = Duration.ofMinutes(3);

  /**
   * A host that we are done with, not to be asked again before an instant.
   *
   * @param memory what is to be remembered of it
   * @param isGiven whether it went back with its last poll
   */
  record Return(Lease lease, Instant readyAt, HostMemory memory, boolean isGiven) {
    public Return(Lease lease, Instant readyAt, HostMemory memory) {
      this(lease, readyAt, memory, false);
    }

    /** A host that was not asked, or taught us nothing. */
    public Return(Lease lease, Instant readyAt) {
      this(lease, readyAt, lease.memory());
    }

    /** The same, once it went back with its last poll. */
    public Return given() {
      return new Return(lease, readyAt, memory, true);
    }
  }

  /** The store's time. */
  Instant now();

  /**
   * Gives hosts back and takes others that are due, the longest due first, in one transaction.
   *
   * @param most how many to take at most
   */
  List<Lease> turn(List<Return> back, int most, Instant now);

  /**
   * The source of a leased host whose turn it is: of those that are due the least recently seen.
   */
  Optional<Claim> claim(Lease lease);

  /**
   * The same for all hosts of one turn, several sources of each in the order of their turns; hosts
   * without a source that is due are left out.
   *
   * @param most how many sources of a host at most
   */
  default Map<HostKey, List<Claim>> claims(List<Lease> leases, int most) {
    var claims = new HashMap<HostKey, List<Claim>>();
    leases.forEach(
        lease -> claim(lease).ifPresent(claim -> claims.put(lease.host(), List.of(claim))));
    return claims;
  }

  /** Takes the host of a source out of turn, whether it is due or not, if it may be asked now. */
  Optional<Claim> canary(SourceId source, Instant now);

  /** Writes down that this worker reaches nobody, or that it still does not. */
  void outage(String evidence, Instant now);

  /** Writes down that it reaches somebody again. */
  void outageOver(Instant now);

  /** Ends the leases of processes that are known to be gone, so that nobody waits for them. */
  void endLost(Instant now);
}
