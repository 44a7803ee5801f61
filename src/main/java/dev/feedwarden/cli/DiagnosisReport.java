package dev.feedwarden.cli;

import dev.feedwarden.api.DiagnosisFields;
import dev.feedwarden.app.Logging;
import dev.feedwarden.cli.Terminal.Tint;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.ErrorTable;
import dev.feedwarden.policy.ErrorTable.Rule;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.poll.Diagnosis;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A diagnosis in words, or as one JSON object. */
record DiagnosisReport(Diagnosis diagnosis, WebUrl url, Policy policy) {
  private static final int TITLES = 3;

  void print(Terminal terminal, boolean json) {
    if (json) {
      terminal.json(DiagnosisFields.of(diagnosis, url));
      return;
    }
    var trace = diagnosis.result().trace();
    line(terminal, "asked", url.masked());
    trace.redirects().forEach(hop -> line(terminal, "redirect", hop.status() + " to " + hop.to()));
    line(terminal, "address", trace.address());
    line(terminal, "TLS", tls());
    line(terminal, "time", phases());
    line(terminal, "attempts", String.valueOf(trace.attempts()));
    if (diagnosis.result() instanceof Answered answer) {
      line(terminal, "answer", answer(answer));
      line(terminal, "validators", validators(answer.headers()));
    }
    line(terminal, "verdict", verdict(terminal));
    if (diagnosis.outcome() instanceof Outcome.Fresh(var changes, _)) {
      changes.entries().stream()
          .limit(TITLES)
          .forEach(entry -> line(terminal, "item", Shown.cut(entry.content().title(), 100)));
    }
    line(terminal, "then", next());
    if (diagnosis.outcome() instanceof Outcome.Failed(var error, _, _)) {
      line(terminal, "what to do", Logging.help(error.help()));
    }
  }

  private static void line(Terminal terminal, String name, @Nullable String value) {
    if (value != null) {
      var label = terminal.tint(Tint.FAINT, name) + " ".repeat(12 - name.length());
      terminal.say(label + value);
    }
  }

  private @Nullable String tls() {
    var tls = diagnosis.result().trace().last().session();
    return tls == null
        ? null
        : "%s, %s, certificate of %s until %s"
            .formatted(tls.protocol(), tls.cipher(), Shown.remote(tls.subject()), tls.validUntil());
  }

  private String phases() {
    var trace = diagnosis.result().trace();
    var last = trace.last();
    return "dns %s, connect %s, tls %s, first byte %s, total %s"
        .formatted(
            millis(last.dns()),
            millis(last.connect()),
            millis(last.tls()),
            millis(last.firstByte()),
            millis(trace.took()));
  }

  private static String millis(Duration duration) {
    return duration.toMillis() + " ms";
  }

  private static String answer(Answered answer) {
    var type = answer.headers().contentType();
    return "HTTP %d, %s, %,d bytes"
        .formatted(
            answer.status(),
            type == null ? "no content type" : Shown.cut(Shown.remote(type), 100),
            answer.body().length);
  }

  private static String validators(Headers headers) {
    var validators = headers.validators();
    return validators.any()
        ? Stream.of(
                named("ETag", validators.etag()), named("Last-Modified", validators.lastModified()))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "))
        : "none: it cannot be asked whether it has changed";
  }

  private static Optional<String> named(String name, @Nullable String value) {
    return value == null ? Optional.empty() : Optional.of(name + " " + value);
  }

  private String verdict(Terminal terminal) {
    return switch (diagnosis.outcome()) {
      case Outcome.Fresh(_, var snapshot) ->
          terminal.tint(Tint.GOOD, "a feed with " + Shown.count(snapshot.itemCount(), "item"))
              + (snapshot.bodyHash() == null ? ", saved from a broken document" : "");
      case Outcome.Failed(var error, _, _) -> terminal.tint(Tint.BAD, error.reason());
      case Outcome.NotModified _ -> "not modified";
      case Outcome.Deferred _ -> "deferred";
    };
  }

  private String next() {
    var next = diagnosis.next();
    var in =
        next.next().at() == null
            ? Duration.ZERO
            : Duration.between(diagnosis.at(), next.next().at());
    var when =
        "asked again in about " + Shown.length(in) + " (" + next.next().reason().wire() + ")";
    if (next.standing() instanceof Standing.Cooling) {
      return "disabled at once, probed after the cooldown: " + when;
    }
    return diagnosis.outcome() instanceof Outcome.Failed(var error, _, _)
            && policy.table().rule(error.type()) instanceof Rule.Counted(_, var after, _, _, _)
            && after < ErrorTable.NEVER
        ? when + "; disabled after " + after + " of these in a row"
        : when;
  }
}
