package dev.feedwarden.model;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Any text without what looks like a secret in it: the last net, for what nobody thought of. */
public final class Masked {
  private static final String HIDDEN = "***";

  /**
   * What a secret looks like.
   *
   * @param signs of which a text has one, in small letters, if the pattern is to be found in it, so
   *     that nearly all texts are let through at once
   */
  private record Rule(Pattern pattern, String replacement, List<String> signs) {
    Rule(Pattern pattern, String replacement, String... signs) {
      this(pattern, replacement, List.of(signs));
    }

    boolean mayMatch(String small) {
      for (var sign : signs) {
        if (small.contains(sign)) {
          return true;
        }
      }
      return false;
    }

    String hide(String text) {
      return pattern.matcher(text).replaceAll(replacement);
    }
  }

  // Whoever knows such a path may write where it leads.
  private static final Rule WEBHOOK =
      new Rule(
          Pattern.compile(
              "(?i)(hooks\\.slack\\.com/(?:services|workflows|triggers)/|discord(?:app)?\\.com/api/webhooks/)"
                  + "[^\\s\"'<>]{1,1000}"),
          "$1" + HIDDEN,
          "hooks.slack.com/",
          "/webhooks/");

  // A pair in words: what ends it must not be swallowed with it.
  private static final List<Rule> RULES =
      List.of(
          new Rule(
              Pattern.compile("(?i)\\b([a-z][a-z0-9+.-]{1,20}://)[^/?#\\s@\"'<>]{1,1000}@"),
              "$1" + HIDDEN + "@",
              "@"),
          WEBHOOK,
          new Rule(
              Pattern.compile(
                  "(?i)\\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)"
                      + "(\\\\?[\"']?\\s*[:=]\\s*\\\\?[\"']?)(?:(?:bearer|basic|digest|token)\\s+)?"
                      + "[^\\s\"',\\\\]{1,4000}"),
              "$1$2" + HIDDEN,
              "authorization",
              "cookie",
              "x-api-key"),
          new Rule(
              Pattern.compile(
                  "(?i)\\b(bearer|basic)\\s+(?=[^\\s\"']*[0-9A-Z=._-])[A-Za-z0-9._~+/=-]{12,4000}"),
              "$1 " + HIDDEN,
              "bearer",
              "basic"),
          new Rule(
              Pattern.compile("\\beyJ[A-Za-z0-9_-]{10,4000}(?:\\.[A-Za-z0-9_-]{0,8000}){0,2}"),
              HIDDEN,
              "eyj"),
          new Rule(
              Pattern.compile(
                  "(?i)\\b([a-z0-9_-]{0,60}(?:password|passwd|pwd|secret|token|api[_-]?key|secret[_-]?key))"
                      + "(\\\\?[\"']?\\s*[=:]\\s*\\\\?[\"']?)([^\\s\"',;&\\\\]{3,4000})"),
              "$1$2" + HIDDEN,
              "passw",
              "pwd",
              "secret",
              "token",
              "key"));

  // A parameter of a URL.
  private static final Pattern PARAMETER =
      Pattern.compile("([?&;])([^=?&;#\\s\"'<>]{1,80})=([^&;#\\s\"'<>\\\\)\\]}]{1,4000})");

  private Masked() {}

  /** The same URL without what follows in it where it is somebody's webhook. */
  static String webhook(String url) {
    return WEBHOOK.mayMatch(url.toLowerCase(Locale.ROOT)) ? WEBHOOK.hide(url) : url;
  }

  /** The same text with three stars in place of each secret. */
  public static String text(String text) {
    var small = text.toLowerCase(Locale.ROOT);
    var masked = text;
    for (var rule : RULES) {
      if (rule.mayMatch(small)) {
        masked = rule.hide(masked);
      }
    }
    return masked.indexOf('=') < 0 ? masked : parameters(masked);
  }

  private static String parameters(String text) {
    return PARAMETER
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    QuerySecrets.isSecret(found.group(2))
                        ? found.group(1) + found.group(2) + "=" + HIDDEN
                        : found.group()));
  }
}
