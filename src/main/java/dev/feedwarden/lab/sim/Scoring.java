package dev.feedwarden.lab.sim;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Watches a model and keeps the score. */
final class Scoring implements ModelStore.Witness, ModelUpstream.Witness {
  private static final Duration STALE = Duration.ofDays(1);
  private static final Duration AFTERMATH = Duration.ofMinutes(10);

  private final Scenario scenario;
  private final ModelTime time;
  private final Map<WebUrl, Watched> feeds = new LinkedHashMap<>();
  private final Map<HostKey, Integer> minuteByHost = new HashMap<>();
  private long requests;
  private long toTheDead;
  private long refused;
  private long minute;
  private int inMinute;
  private int peak;
  private int hostPeak;
  private int disables;
  private int errors;
  private int told;
  private int untold;

  /** What is known of one feed. */
  private static final class Watched {
    private final Site site;
    private Duration lastSuccess = Duration.ZERO;
    private Duration stale = Duration.ZERO;
    private Duration lags = Duration.ZERO;
    private int recoveries;
    private boolean refreshed;

    Watched(Site site) {
      this.site = site;
    }

    void succeeded(Duration now) {
      until(now);
      lastSuccess = now;
      refreshed = true;
    }

    // Adds up what lies between the last success and now.
    void until(Duration now) {
      var old = now.minus(lastSuccess).minus(STALE);
      stale = old.isPositive() ? stale.plus(old) : stale;
      for (var outage : site.outages()) {
        if (outage.to().compareTo(lastSuccess) > 0 && outage.to().compareTo(now) <= 0) {
          lags = lags.plus(now.minus(outage.to()));
          recoveries++;
        }
      }
    }
  }

  Scoring(Scenario scenario, ModelTime time, Map<WebUrl, Site> sites) {
    this.scenario = scenario;
    this.time = time;
    sites.forEach((url, site) -> feeds.put(url, new Watched(site)));
  }

  @Override
  public void asked(Site site, Reply reply) {
    requests++;
    toTheDead += site.part() == Site.Part.DEAD ? 1 : 0;
    refused += ModelUpstream.isRefusal(reply) ? 1 : 0;
    var present = time.age().toMinutes();
    if (present != minute) {
      minute = present;
      inMinute = 0;
      minuteByHost.clear();
    }
    peak = Math.max(peak, ++inMinute);
    var host = WebUrl.of(site.url()).hostKey();
    hostPeak = Math.max(hostPeak, minuteByHost.merge(host, 1, Integer::sum));
  }

  @Override
  public void committed(Poll poll, Receipt receipt) {
    var feed = Objects.requireNonNull(feeds.get(poll.claim().source().feed()));
    if (receipt instanceof Receipt.Superseded) {
      return;
    }
    if (!(poll.outcome() instanceof Outcome.Failed)) {
      feed.succeeded(time.age());
    }
    var before = poll.claim().state().health().errorCount();
    if (isOurs() && poll.transition().health().errorCount() > before) {
      errors++;
    }
    var disabled =
        receipt instanceof Receipt.Stored
            && poll.claim().source().standing() instanceof Standing.Active
            && poll.transition().standing() instanceof Standing.Cooling;
    if (disabled && feed.site.part() != Site.Part.DEAD) {
      disables++;
    }
  }

  @Override
  public void told(boolean down) {
    told += down ? 1 : 0;
    untold += down ? 0 : 1;
  }

  // What began while the line was cut may end a moment after.
  private boolean isOurs() {
    var cut = scenario.world().line().cut();
    return !cut.equals(Span.NEVER)
        && new Span(cut.from(), cut.to().plus(AFTERMATH)).contains(time.age());
  }

  Score score(String policy) {
    graded().forEach(feed -> feed.until(scenario.world().length()));
    var dead = feeds.values().stream().filter(f -> f.site.part() == Site.Part.DEAD).count();
    return new Score(
        scenario.name(),
        policy,
        dead == 0 ? null : (Long) (toTheDead / dead),
        new Score.Freshness(
            recovery(), share(), Math.toIntExact(graded().filter(feed -> !feed.refreshed).count())),
        new Score.Harm(disables, errors, told, untold),
        new Score.Load(requests, refused, peak, hostPeak));
  }

  private Stream<Watched> graded() {
    return feeds.values().stream().filter(feed -> feed.site.part() == Site.Part.SUBJECT);
  }

  private @Nullable Duration recovery() {
    var count = graded().mapToInt(feed -> feed.recoveries).sum();
    var lags = sum(graded().map(feed -> feed.lags).toList());
    return count == 0 ? null : lags.dividedBy(count);
  }

  private double share() {
    var stale = sum(graded().map(feed -> feed.stale).toList());
    var all = scenario.world().length().multipliedBy(Math.max(1, graded().count()));
    return (double) stale.toMillis() / all.toMillis();
  }

  private static Duration sum(List<Duration> durations) {
    return durations.stream().reduce(Duration.ZERO, Duration::plus);
  }
}
