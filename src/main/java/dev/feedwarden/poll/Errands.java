package dev.feedwarden.poll;

import dev.feedwarden.model.Lease;
import dev.feedwarden.store.Turns.Return;
import java.util.List;
import java.util.Map;

/** What hosts that are ours may be asked for when no feed of theirs is due. */
public interface Errands {
  /** For who lives on feeds alone. */
  Errands NONE = _ -> Map.of();

  /** The errands of some hosts, at most one each; hosts without any are left out. */
  Map<Lease, Errand> of(List<Lease> leases);

  /** One fetch at one host. */
  interface Errand {
    /**
     * Does it.
     *
     * @param taken when the lease was taken, by the loop's time
     */
    Return run(long taken) throws InterruptedException;
  }
}
