package dev.feedwarden.policy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.feedwarden.model.FetchResult.Answered;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Knows the doors that want to see a browser: an answer that is a challenge, whatever its status.
 */
public final class BotWall {
  private static final int LOOK_AT = 64 << 10;
  private static final Set<Integer> STATUSES = Set.of(200, 202, 403, 405, 429, 503);

  /** An HTML document behind white space, a byte order mark (as Latin-1) and comments. */
  private static final Pattern PAGE =
      Pattern.compile(
          "(?:\\s|\u00ef\u00bb\u00bf|<!--.*?-->)*+(?:<!doctype html|<html)", Pattern.DOTALL);

  /** Headers that only a challenge has, with what they must say. */
  private static final Map<String, Pattern> HEADERS =
      Map.of(
          "cf-mitigated", Pattern.compile("challenge"),
          "x-amzn-waf-action", Pattern.compile("challenge|captcha"));

  /** What the pages of such doors hold, in lower case. */
  private static final List<String> MARKS =
      List.of(
          "_cf_chl_opt",
          "cf-browser-verification",
          "/cdn-cgi/challenge-platform/",
          "attention required! | cloudflare",
          "captcha-delivery.com",
          "_incapsula_resource",
          "px-captcha",
          "awswafcookiedomainlist",
          "token.awswaf.com",
          "sucuri_cloudproxy",
          "ddos-guard.net/check",
          "anubis_challenge",
          "making sure you're not a bot",
          "making sure you&#39;re not a bot",
          "/.within.website/x/cmd/anubis",
          "vercel security checkpoint",
          "<title>just a moment...</title>",
          "pardon our interruption");

  private BotWall() {}

  /** Whether an answer is a wall and not the feed. */
  public static boolean stands(Answered answer) {
    if (!STATUSES.contains(answer.status())) {
      return false;
    }
    // With a 200 only a page can be a wall, whatever a feed writes about.
    return isPage(answer)
        ? isTold(answer) || isMarked(answer)
        : answer.status() != 200 && isTold(answer);
  }

  private static boolean isTold(Answered answer) {
    return HEADERS.entrySet().stream()
        .anyMatch(
            mark -> {
              var value = answer.headers().all().get(mark.getKey());
              return value != null
                  && mark.getValue().matcher(value.toLowerCase(Locale.ROOT)).matches();
            });
  }

  private static boolean isMarked(Answered answer) {
    var text = beginning(answer);
    return MARKS.stream().anyMatch(text::contains);
  }

  /** Whether an answer is a web page, whatever it says it is. */
  static boolean isPage(Answered answer) {
    return PAGE.matcher(beginning(answer, 1_024)).lookingAt();
  }

  /** As much of an answer as is looked at, in lower case. */
  static String beginning(Answered answer) {
    return beginning(answer, LOOK_AT);
  }

  private static String beginning(Answered answer, int most) {
    var length = Math.min(answer.body().length, most);
    return new String(answer.body(), 0, length, ISO_8859_1).toLowerCase(Locale.ROOT);
  }
}
