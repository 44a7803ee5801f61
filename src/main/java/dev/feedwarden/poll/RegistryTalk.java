package dev.feedwarden.poll;

import dev.feedwarden.model.Listed;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.policy.Takeover;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.FollowedRegistry;
import dev.feedwarden.store.FollowedSources;
import dev.feedwarden.store.RegistryReports;
import dev.feedwarden.store.RegistryReports.Pending;
import dev.feedwarden.store.remote.Heard;
import dev.feedwarden.store.remote.RemoteRegistry;
import dev.feedwarden.store.remote.RemoteRegistry.Page;
import dev.feedwarden.store.remote.RemoteRegistry.Told;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One conversation of a crawler with its registry, top to bottom: is it still the same one, what
 * was decided here, what it lists. A list that did not arrive whole changes nothing.
 */
final class RegistryTalk {
  private static final Logger LOG = LoggerFactory.getLogger(RegistryTalk.class);
  private static final int AT_ONCE = 500;
  private static final int PATIENCE = 3;
  private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(15);

  private final Database database;
  private final FollowedRegistry link;
  private final FollowedSources sources;
  private final RegistryReports reports;
  private final RemoteRegistry remote;
  private final Predicate<Overrides> isPolicy;
  private long signed = System.nanoTime();
  private boolean doubted;
  private Map<SourceId, String> unread = Map.of();

  /**
   * @param isPolicy whether a source's own policy is one that we know
   */
  RegistryTalk(Database database, RemoteRegistry remote, Predicate<Overrides> isPolicy) {
    this.database = database;
    this.link = new FollowedRegistry(database);
    this.sources = new FollowedSources(database);
    this.reports = new RegistryReports(database);
    this.remote = remote;
    this.isPolicy = isPolicy;
  }

  /** How much was done; who calls has the lease. */
  Heard<Integer> turn(boolean isListDue) throws InterruptedException {
    signed = System.nanoTime();
    var met = remote.identity().then(this::known);
    if (!(met instanceof Heard.Good<Integer>)) {
      return met;
    }
    var told = tell();
    return isListDue ? listen() : told;
  }

  private Heard<Integer> known(String id) {
    var known = link.find();
    return known.filter(one -> one.id().equals(id)).isPresent()
        ? new Heard.Good<>(0)
        : new Heard.Mistaken<>(
            "REGISTRY_URL: "
                + remote.url()
                + " is not the registry any more that this database belongs to");
  }

  // What one source's report meets must not keep back those of others; silence ends the talk.
  private Heard<Integer> tell() throws InterruptedException {
    var told = 0;
    Heard<Integer> trouble = null;
    for (var batch = reports.next(AT_ONCE); !batch.isEmpty(); batch = reports.next(AT_ONCE)) {
      var failed = 0;
      for (var pending : batch) {
        sign();
        var heard = remote.report(pending.report()).then(answer -> settle(pending, answer));
        if (heard instanceof Heard.Good<Integer>) {
          told++;
        } else {
          trouble = heard;
          failed++;
        }
        if (failed >= PATIENCE) {
          return heard;
        }
      }
      if (trouble != null) {
        return trouble;
      }
    }
    return new Heard.Good<>(told);
  }

  private Heard<Integer> settle(Pending pending, Told answer) {
    switch (answer) {
      case Told.Accepted(var revision) -> reports.accepted(pending, revision);
      case Told.Refused(var why) -> {
        reports.refused(pending);
        LOG.atWarn()
            .addKeyValue("source_id", pending.report().source().value())
            .addKeyValue("answer", why)
            .log("report refused: the registry's word holds");
      }
    }
    return new Heard.Good<>(1);
  }

  private Heard<Integer> listen() throws InterruptedException {
    var listed = new ArrayList<Listed>();
    var unreadNow = new TreeMap<SourceId, String>();
    @Nullable SourceId after = null;
    do {
      sign();
      var heard = remote.page(after);
      if (!(heard instanceof Heard.Good<Page>(var page))) {
        return heard.then(_ -> new Heard.Good<>(0));
      }
      page.sources().forEach(one -> sort(one, listed, unreadNow));
      unreadNow.putAll(page.unread());
      after = page.next();
    } while (after != null);
    tell(unreadNow);
    var takeover = believed(Takeover.of(sources.known(), listed, unreadNow.keySet()));
    follow(takeover);
    link.synced(database.now());
    return new Heard.Good<>(listed.size());
  }

  private void sort(Listed one, List<Listed> listed, Map<SourceId, String> unreadNow) {
    var own = one.settings().policy();
    if (own == null || isPolicy.test(own)) {
      listed.add(one);
    } else {
      unreadNow.put(one.id(), "its policy has cells that we do not know");
    }
  }

  private void tell(Map<SourceId, String> unreadNow) {
    if (!unreadNow.equals(unread)) {
      unreadNow.forEach(
          (id, why) -> {
            if (!why.equals(unread.get(id))) {
              LOG.atWarn()
                  .addKeyValue("source_id", id.value())
                  .addKeyValue("why", why)
                  .log("source not taken over");
            }
          });
    }
    unread = unreadNow;
  }

  // A registry that has just been restored, or half of it, would stop nearly everything.
  private Takeover believed(Takeover takeover) {
    if (takeover.doubtful() && !doubted) {
      doubted = true;
      LOG.atWarn()
          .addKeyValue("gone", takeover.gone().size())
          .log("most sources are gone from the registry's list: believed when it says so again");
      return takeover.keepingAll();
    }
    doubted = false;
    return takeover;
  }

  private void follow(Takeover takeover) {
    if (takeover.isNothing()) {
      return;
    }
    var now = database.now();
    takeover.gone().forEach(id -> signed(() -> sources.list(id, false, now)));
    takeover.changed().forEach(one -> signed(() -> sources.change(one, now)));
    takeover.back().forEach(id -> signed(() -> sources.list(id, true, now)));
    for (int i = 0; i < takeover.fresh().size(); i += AT_ONCE) {
      var some = takeover.fresh().subList(i, Math.min(i + AT_ONCE, takeover.fresh().size()));
      signed(() -> sources.add(some, now));
    }
    LOG.atInfo()
        .addKeyValue("new", takeover.fresh().size())
        .addKeyValue("changed", takeover.changed().size() + takeover.back().size())
        .addKeyValue("gone", takeover.gone().size())
        .log("sources taken over from the registry");
  }

  private void signed(Runnable work) {
    sign();
    work.run();
  }

  // A sign of life, so that no other process begins the same.
  private void sign() {
    if (System.nanoTime() - signed > BETWEEN_SIGNS.toNanos()) {
      signed = System.nanoTime();
      link.lease();
    }
  }
}
