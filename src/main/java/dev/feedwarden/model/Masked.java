package dev.feedwarden.model;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Any text without what looks like a secret in it: the last net, for what nobody thought of. */
public final class Masked {
  private static final String HIDDEN = "***";

  // A parameter of a URL, or a pair in words: what ends it must not be swallowed with it.
  private static final Pattern PARAMETER =
      Pattern.compile("([?&;])([^=?&;#\\s\"'<>]{1,80})=([^&;#\\s\"'<>\\\\)\\]}]{1,4000})");
  private static final Pattern PAIR =
      Pattern.compile(
          "(?i)\\b([a-z0-9_-]{0,60}(?:password|passwd|pwd|secret|token|api[_-]?key|secret[_-]?key))"
              + "(\\\\?[\"']?\\s*[=:]\\s*\\\\?[\"']?)([^\\s\"',;&\\\\]{3,4000})");

  private record Rule(Pattern pattern, String replacement) {}

  // Whoever knows such a path may write where it leads.
  private static final Rule WEBHOOK =
      new Rule(
          Pattern.compile(
              "(?i)(hooks\\.slack\\.com/(?:services|workflows|triggers)/|discord(?:app)?\\.com/api/webhooks/)"
                  + "[^\\s\"'<>]{1,1000}"),
          "$1" + HIDDEN);

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              Pattern.compile("(?i)\\b([a-z][a-z0-9+.-]{1,20}://)[^/?#\\s@\"'<>]{1,1000}@"),
              "$1" + HIDDEN + "@"),
          WEBHOOK,
          new Rule(
              Pattern.compile(
                  "(?i)\\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)"
                      + "(\\\\?[\"']?\\s*[:=]\\s*\\\\?[\"']?)(?:(?:bearer|basic|digest|token)\\s+)?"
                      + "[^\\s\"',\\\\]{1,4000}"),
              "$1$2" + HIDDEN),
          new Rule(
              Pattern.compile(
                  "(?i)\\b(bearer|basic)\\s+(?=[^\\s\"']*[0-9A-Z=._-])[A-Za-z0-9._~+/=-]{12,4000}"),
              "$1 " + HIDDEN),
          new Rule(
              Pattern.compile("\\beyJ[A-Za-z0-9_-]{10,4000}(?:\\.[A-Za-z0-9_-]{0,8000}){0,2}"),
              HIDDEN));

  private Masked() {}

  /** The same URL without what follows in it where it is somebody's webhook. */
  static String webhook(String url) {
    return WEBHOOK.pattern().matcher(url).replaceAll(WEBHOOK.replacement());
  }

  /** The same text with three stars in place of each secret. */
  public static String text(String text) {
    var masked = text;
    for (var rule : RULES) {
      masked = rule.pattern().matcher(masked).replaceAll(rule.replacement());
    }
    masked = PAIR.matcher(masked).replaceAll("$1$2" + HIDDEN);
    return PARAMETER
        .matcher(masked)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    QuerySecrets.isSecret(found.group(2))
                        ? found.group(1) + found.group(2) + "=" + HIDDEN
                        : found.group()));
  }
}
