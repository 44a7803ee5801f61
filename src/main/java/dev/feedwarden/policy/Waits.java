package dev.feedwarden.policy;

import dev.feedwarden.model.Durations;
import dev.feedwarden.policy.ErrorTable.Waiting;
import java.util.Optional;
import java.util.regex.Pattern;

/** Waits as people write them. */
final class Waits {
  static final String ACCEPTED =
      "'interval', '5m doubling to 8h', 'interval doubling to 24h' or 'half the outage, 15m to"
          + " 24h'";
  private static final Pattern DOUBLING = Pattern.compile("(\\S+) doubling to (\\S+)");
  private static final Pattern HALF = Pattern.compile("half the outage, (\\S+) to (\\S+)");

  private Waits() {}

  static String text(Waiting waiting) {
    return switch (waiting) {
      case Waiting.Interval() -> "interval";
      case Waiting.Doubling(var base, var cap) ->
          Durations.text(base) + " doubling to " + Durations.text(cap);
      case Waiting.DoublingInterval(var cap) -> "interval doubling to " + Durations.text(cap);
      case Waiting.HalfTheOutage(var least, var most) ->
          "half the outage, " + Durations.text(least) + " to " + Durations.text(most);
    };
  }

  static Optional<Waiting> parse(String text) {
    if (text.equals("interval")) {
      return Optional.of(new Waiting.Interval());
    }
    var doubling = DOUBLING.matcher(text);
    if (doubling.matches()) {
      var cap = Cells.duration(doubling.group(2));
      return doubling.group(1).equals("interval")
          ? cap.map(Waiting.DoublingInterval::new)
          : Cells.duration(doubling.group(1))
              .flatMap(
                  base ->
                      cap.filter(c -> c.compareTo(base) >= 0)
                          .map(c -> new Waiting.Doubling(base, c)));
    }
    var half = HALF.matcher(text);
    return half.matches()
        ? Cells.duration(half.group(1))
            .flatMap(
                least ->
                    Cells.duration(half.group(2))
                        .filter(most -> most.compareTo(least) >= 0)
                        .map(most -> new Waiting.HalfTheOutage(least, most)))
        : Optional.empty();
  }
}
