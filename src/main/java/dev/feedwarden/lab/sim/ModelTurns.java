package dev.feedwarden.lab.sim;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Turns;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A model's store as one worker sees it; the outages of its line are its own. */
final class ModelTurns implements Turns {
  private final ModelStore store;
  private boolean down;

  ModelTurns(ModelStore store) {
    this.store = store;
  }

  @Override
  public Instant now() {
    return store.now();
  }

  @Override
  public List<Lease> turn(List<Return> back, int most, Instant now) {
    return store.turn(back, most, now);
  }

  @Override
  public Optional<Claim> claim(Lease lease) {
    return store.claim(lease);
  }

  @Override
  public Optional<Claim> canary(SourceId source, Instant now) {
    return store.canary(source, now);
  }

  @Override
  public void outage(String evidence, Instant now) {
    if (!down) {
      down = true;
      store.tell(true);
    }
  }

  @Override
  public void outageOver(Instant now) {
    if (down) {
      down = false;
      store.tell(false);
    }
  }

  /** No process of a model is ever lost. */
  @Override
  public void endLost(Instant now) {}
}
