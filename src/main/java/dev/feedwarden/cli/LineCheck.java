package dev.feedwarden.cli;

import dev.feedwarden.cli.Finding.Bad;
import dev.feedwarden.cli.Finding.Doubtful;
import dev.feedwarden.cli.Finding.Good;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.HttpDates;
import dev.feedwarden.policy.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether somebody outside can be reached, and what time it is there. */
record LineCheck(Fetcher fetcher) {
  private static final Duration OFF = Duration.ofSeconds(60);
  private static final Duration FAR_OFF = Duration.ofMinutes(5);

  List<Finding> look(Optional<WebUrl> whom) throws InterruptedException {
    if (whom.isEmpty()) {
      return List.of(
          new Doubtful("way out", "there is no feed that could be asked; name one with --url"));
    }
    var once = new RetryPolicy(1, Duration.ZERO, Duration.ZERO);
    var request = new Fetcher.Request(whom.get(), Validators.NONE, once, Duration.ZERO);
    return switch (fetcher.fetch(request)) {
      case FetchResult.Answered answer -> answered(whom.get(), answer);
      case FetchResult.Refrained _ ->
          List.of(new Good("way out", whom.get().host() + " was reached"));
      case FetchResult.Unanswered(var cause, _) -> List.of(unanswered(whom.get(), cause));
    };
  }

  private static List<Finding> answered(WebUrl whom, FetchResult.Answered answer) {
    var findings = new ArrayList<Finding>();
    findings.add(new Good("DNS", whom.host() + " has an address"));
    findings.add(new Good("way out", whom.host() + " answers with " + answer.status()));
    findings.add(
        HttpDates.parse(answer.headers().date())
            .map(LineCheck::clock)
            .orElseGet(() -> new Doubtful("clock", whom.host() + " does not say what time it is")));
    return findings;
  }

  private static Finding clock(Instant theirs) {
    var apart = Duration.between(Instant.now(), theirs).abs();
    if (apart.compareTo(OFF) < 0) {
      return new Good("clock", "is right within a minute");
    }
    var words =
        "differs by " + Shown.length(apart) + " from the one of who was asked: synchronise it";
    return apart.compareTo(FAR_OFF) < 0 ? new Doubtful("clock", words) : new Bad("clock", words);
  }

  private static Finding unanswered(WebUrl whom, Cause cause) {
    var host = whom.host();
    return switch (cause) {
      case DNS ->
          new Bad(
              "DNS", "no name server answers for " + host + ": we are offline, or see resolv.conf");
      case NXDOMAIN ->
          new Bad(
              "DNS",
              host
                  + " does not exist, says the resolver; if it says so of every name (try another"
                  + " with --url), we are offline, or see resolv.conf");
      case CONNECT, RESET, TIMEOUT_CONNECT ->
          new Bad(
              "way out",
              host
                  + " has an address but cannot be reached: we are offline, or a firewall is"
                  + " between; see PROXY");
      case TLS_CERTIFICATE_DATE ->
          new Bad("clock", "the certificate of " + host + " is not of our time: set the clock");
      case TLS_CERTIFICATE, TLS_HANDSHAKE, TLS_PROTOCOL ->
          new Bad("way out", host + " cannot be trusted: is somebody in between? See SSL_CA_FILE");
      case BLOCKED_ADDRESS ->
          new Bad(
              "way out",
              host
                  + " may not be asked (its address is private, or its port no web server's); try"
                  + " another with --url");
      default -> new Doubtful("way out", host + " answers badly (" + cause.wire() + ")");
    };
  }
}
