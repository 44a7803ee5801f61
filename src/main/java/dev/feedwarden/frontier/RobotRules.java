package dev.feedwarden.frontier;

import static java.nio.charset.StandardCharsets.UTF_8;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import dev.feedwarden.model.RobotsFile;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a robots.txt allows us. */
final class RobotRules {
  private static final int NO_WARNINGS = 0;

  private final BaseRobotRules rules;
  private final Instant until;

  private RobotRules(BaseRobotRules rules, Instant until) {
    this.rules = rules;
    this.until = until;
  }

  /**
   * Reads the rules that hold for a robot.
   *
   * @param until when they are to be asked for again
   * @param robot its product token
   */
  static RobotRules of(String text, Instant until, WebUrl page, String robot) {
    var parser = new SimpleRobotRulesParser(Long.MAX_VALUE, NO_WARNINGS);
    return new RobotRules(
        parser.parseContent(
            RobotsFile.place(page).text(), text.getBytes(UTF_8), "text/plain", List.of(robot)),
        until);
  }

  /** The name that rules for a user agent begin with: its first product, without the version. */
  static String robot(String userAgent) {
    return userAgent.strip().replaceFirst("[/\\s(].*$", "").toLowerCase(Locale.ROOT);
  }

  boolean allows(WebUrl url) {
    return rules.isAllowed(url.text());
  }

  Instant until() {
    return until;
  }

  /** How long to wait between two requests, if it says. */
  Optional<Duration> delay() {
    var millis = rules.getCrawlDelay();
    return millis <= 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
  }
}
