package dev.feedwarden.lab.sim;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.fetch.Fetcher.Request;
import dev.feedwarden.fetch.Persistence;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The network of one worker in a model: every request takes its time and comes to a value. */
final class ModelUpstream implements Persistence.Once {
  private static final Duration RESOLVING = Duration.ofSeconds(5);
  private static final byte[] NOTHING = {};
  private static final byte[] PORTAL =
      "<!DOCTYPE html><html><head><title>Welcome</title></head><body>Log in.</body></html>"
          .getBytes(UTF_8);

  /** Sees every request that gets out. */
  interface Witness {
    void asked(Site site, Reply reply);
  }

  private final ModelTime time;
  private final Map<WebUrl, Site> sites;
  private final Scenario.Line line;
  private final int worker;
  private final RandomGenerator dice;
  private final Witness witness;

  ModelUpstream(
      ModelTime time,
      Map<WebUrl, Site> sites,
      Scenario.Line line,
      int worker,
      RandomGenerator dice,
      Witness witness) {
    this.time = time;
    this.sites = sites;
    this.line = line;
    this.worker = worker;
    this.dice = dice;
    this.witness = witness;
  }

  @Override
  public FetchResult ask(Request request, int number, Duration longest, long began) {
    var site = Objects.requireNonNull(sites.get(request.url()));
    var reply = reply(site);
    time.sleep(latency(reply, longest));
    var trace =
        new FetchTrace(
            number, request.url(), List.of(), null, Duration.ofNanos(time.nanos() - began));
    return switch (reply) {
      case Reply.Document(var edition) -> document(request, edition, trace);
      case Reply.Status(var code, var retryAfter) ->
          new Answered(
              code,
              headers(
                  Validators.NONE, null, retryAfter == null ? null : "" + retryAfter.toSeconds()),
              NOTHING,
              trace);
      case Reply.Portal _ ->
          new Answered(200, headers(Validators.NONE, "text/html", null), PORTAL, trace);
      case Reply.Nothing(var cause) -> new Unanswered(cause, trace);
    };
  }

  // A request that does not get out is not one that a site sees.
  private Reply reply(Site site) {
    if (line.isCut(time.age(), worker)) {
      return line.reply();
    }
    var reply = site.nature().reply(new Site.Ask(time.age(), dice.nextDouble()));
    witness.asked(site, reply);
    return reply;
  }

  private Duration latency(Reply reply, Duration longest) {
    var usual = Duration.ofMillis(100 + dice.nextInt(300));
    return switch (reply) {
      case Reply.Nothing(var cause) ->
          switch (cause) {
            case TIMEOUT_CONNECT, TIMEOUT_READ, TIMEOUT_TOTAL -> longest;
            case DNS -> RESOLVING;
            default -> usual;
          };
      case Reply.Document _, Reply.Status _, Reply.Portal _ -> usual;
    };
  }

  private FetchResult document(Request request, String edition, FetchTrace trace) {
    var hour = time.age().toHours();
    var validators = new Validators('"' + edition + '-' + hour + '"', null);
    if (request.condition().at(request.url()).equals(validators)) {
      return new Answered(304, headers(validators, null, null), NOTHING, trace);
    }
    var body = rss(request.url().text(), hour).getBytes(UTF_8);
    return new Answered(200, headers(validators, "application/rss+xml", null), body, trace);
  }

  private static Headers headers(
      Validators validators, @Nullable String type, @Nullable String retryAfter) {
    return new Headers(validators, type, retryAfter, null);
  }

  // The items of the last three hours.
  private static String rss(String url, long hour) {
    var items =
        LongStream.rangeClosed(hour - 2, hour)
            .mapToObj(
                h -> new Feeds.Item(url + "#" + h, "Hour " + h, url + "?" + h, at(h), "News."))
            .toList()
            .reversed();
    return Feeds.rss("The hourly", url, items);
  }

  private static Instant at(long hour) {
    return ModelTime.START.plus(Duration.ofHours(hour));
  }

  static boolean isRefusal(Reply reply) {
    return reply instanceof Reply.Status(var code, _) && code == 429;
  }
}
