package dev.feedwarden.feed;

import dev.feedwarden.fetch.OutboundGuard;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.CacheControl;
import dev.feedwarden.policy.HttpDates;
import dev.feedwarden.policy.RetryAfter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prints our answers to one of the public side tables, for {@code tools/corpora}. */
final class SideLines {
  private static final JsonMapper JSON = new JsonMapper();

  private static final Map<String, Function<JsonNode, @Nullable Object>> ANSWERS =
      Map.of(
          "dates", row -> text(DateText.instant(in(row))),
          "http_dates", row -> text(HttpDates.parse(in(row)).orElse(null)),
          "retry_after", SideLines::retryAfter,
          "cache_control", row -> seconds(CacheControl.maxAge(in(row)).orElse(null)),
          "url_resolve", SideLines::resolved,
          "url_normalize", row -> Links.canonical(in(row)),
          "ssrf", row -> admitted(row.path("url").asString()));

  private SideLines() {}

  /**
   * Prints a JSON line for every row.
   *
   * @param args the table's name and its file
   */
  public static void main(String[] args) throws IOException {
    var answer = ANSWERS.get(args[0]);
    if (answer == null) {
      throw new IllegalArgumentException(args[0] + " is not one of " + ANSWERS.keySet());
    }
    for (var line : Files.readAllLines(Path.of(args[1]))) {
      var row = JSON.readTree(line);
      var out = new HashMap<String, @Nullable Object>();
      out.put("id", row.path("id").asString());
      out.put(args[0].equals("ssrf") ? "allow" : "out", answer.apply(row));
      System.out.println(JSON.writeValueAsString(out));
    }
  }

  private static String in(JsonNode row) {
    return row.path("in").asString();
  }

  private static @Nullable String text(@Nullable Instant at) {
    return at == null ? null : at.toString();
  }

  private static @Nullable Long seconds(@Nullable Duration duration) {
    return duration == null ? null : (Long) duration.toSeconds();
  }

  private static @Nullable Long retryAfter(JsonNode row) {
    var now = Instant.parse(row.path("now").asString());
    return seconds(RetryAfter.parse(in(row), null, now).orElse(null));
  }

  private static @Nullable String resolved(JsonNode row) {
    var base =
        row.path("base").isString() ? Address.parse(row.path("base").asString(), null) : null;
    var address = Address.parse(in(row), base);
    return address == null ? null : address.text();
  }

  private static boolean admitted(String link) {
    var guard = new OutboundGuard(List.of(), Set.of(), List.of(), Set.of());
    return WebUrl.parse(link) instanceof WebUrl.Parsed.Good(var url) && guard.admits(url);
  }
}
