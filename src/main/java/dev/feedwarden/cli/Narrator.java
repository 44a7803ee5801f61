package dev.feedwarden.cli;

import dev.feedwarden.app.Logging.Line;
import dev.feedwarden.cli.Terminal.Tint;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Tells a service's log to somebody who sees it for the first time. */
final class Narrator {
  private final Terminal terminal;
  private final Map<String, String> names;
  private final long began = System.nanoTime();
  private final Set<String> disabled = new HashSet<>();
  private int polls;

  /**
   * A narrator.
   *
   * @param names of the sources, by their ids
   */
  Narrator(Terminal terminal, Map<String, String> names) {
    this.terminal = terminal;
    this.names = Map.copyOf(names);
  }

  synchronized int polls() {
    return polls;
  }

  synchronized void tell(Line line) {
    var values = line.values();
    var id = values.getOrDefault("source_id", "");
    switch (line.message()) {
      case "feed polled" -> {
        polls++;
        var changed = values.getOrDefault("changed", "0");
        if (!changed.equals("0")) {
          about(id, Tint.GOOD, Shown.count(Long.parseLong(changed), "new article"));
        }
      }
      case "feed not modified" -> polls++;
      case "feed poll failed" -> {
        polls++;
        failed(id, values);
      }
      case "feed disabled" -> {
        disabled.add(id);
        about(
            id,
            Tint.BAD,
            "DISABLED for "
                + values.getOrDefault("reason", "?")
                + ", "
                + values.getOrDefault("consecutive_errors", "?")
                + " in a row; a probe follows its cooldown");
      }
      case "feed enabled" -> {
        disabled.remove(id);
        about(id, Tint.GOOD, "ENABLED again: its probe was answered");
      }
      case "host incident began" ->
          line(
              values.getOrDefault("host", "?"),
              Tint.BAD,
              "HOST INCIDENT: "
                  + values.getOrDefault("evidence", "")
                  + ". Its feeds are not blamed; one of them probes.");
      case "host incident ended" ->
          line(values.getOrDefault("host", "?"), Tint.GOOD, "HOST INCIDENT OVER: all go on");
      default -> {
        if (line.message().startsWith("local outage")) {
          line("", Tint.STRONG, line.message());
        }
      }
    }
  }

  private void failed(String id, Map<String, String> values) {
    var type = values.getOrDefault("error_type", "?");
    var status = values.getOrDefault("status_code", "0");
    var what = type + " (" + (status.equals("0") ? cause(values) : "HTTP " + status) + ")";
    var whose =
        switch (values.getOrDefault("blame", "feed")) {
          case "host" -> ", the host is to blame";
          case "us" -> ", we are to blame";
          case "pending" -> ", counted when somebody else has answered";
          default -> "";
        };
    about(id, Tint.FAINT, (disabled.contains(id) ? "probe failed: " : "") + what + whose);
  }

  // As in "feed poll network: timeout_read for http://…".
  private static String cause(Map<String, String> values) {
    return values
        .getOrDefault("error", "")
        .replaceFirst(" for \\S*$", "")
        .replaceFirst("^.*: ", "");
  }

  private void about(String id, Tint tint, String text) {
    line(names.getOrDefault(id, id), tint, text);
  }

  private void line(String who, Tint tint, String text) {
    var seconds = Duration.ofNanos(System.nanoTime() - began).toMillis() / 1000.0;
    terminal.say(
        String.format(Locale.ROOT, "%5.1f s  %-16s ", seconds, who) + terminal.tint(tint, text));
  }
}
