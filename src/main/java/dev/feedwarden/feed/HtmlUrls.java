package dev.feedwarden.feed;

import dev.feedwarden.model.WebUrl;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The addresses in the attributes of a body: absolute, and nothing that a browser would run. */
record HtmlUrls(WebUrl base) {
  private static final int LONGEST_PICTURE = 64 * 1024;
  private static final int MOST_CANDIDATES = 32;
  private static final Pattern MAIL = Pattern.compile("(?i)mailto:[^\\s\\p{Cntrl}<>\"'`]{1,1000}");
  private static final Pattern PHONE = Pattern.compile("(?i)tel:[0-9A-Za-z+*#.,;=()%-]{1,100}");
  private static final Pattern PICTURE = // not SVG, which may hold scripts
      Pattern.compile("(?i)data:image/(?:png|gif|jpe?g|webp);base64,[A-Za-z0-9+/]++={0,2}");
  private static final Pattern SIZE = Pattern.compile("[0-9]{1,6}(?:\\.[0-9]{1,4})?[wxh]");

  /** What a reader may click. */
  @Nullable String link(String reference) {
    var written = reference.strip();
    if (mayBeMailOrPhone(written)
        && (MAIL.matcher(written).matches() || PHONE.matcher(written).matches())) {
      var colon = written.indexOf(':');
      return written.substring(0, colon).toLowerCase(Locale.ROOT) + written.substring(colon);
    }
    return web(written);
  }

  // Few are, and the patterns take their time.
  private static boolean mayBeMailOrPhone(String written) {
    return !written.isEmpty() && "mMtT".indexOf(written.charAt(0)) >= 0;
  }

  @Nullable String web(String reference) {
    var url = Links.resolve(base, reference);
    return url != null && (url.startsWith("https://") || url.startsWith("http://")) ? url : null;
  }

  /** What is shown in place; a picture may be written out in its address. */
  @Nullable String medium(String reference) {
    if (!reference.regionMatches(true, 0, "data:", 0, 5)) {
      return web(reference);
    }
    var small = reference.length() <= LONGEST_PICTURE && PICTURE.matcher(reference).matches();
    return small ? reference : null;
  }

  /** The candidates of a {@code srcset} (HTML, 4.8.4.2.1) that lead to the web. */
  @Nullable String mediaBySize(String candidates) {
    var out = new StringJoiner(", ").setEmptyValue("");
    int at = 0;
    for (int i = 0; i < MOST_CANDIDATES && at < candidates.length(); i++) {
      at = skip(candidates, at, true);
      var end = skip(candidates, at, false);
      var address = withoutCommas(candidates.substring(at, end));
      var alone = at + address.length() < end;
      var comma = candidates.indexOf(',', end);
      var next = alone ? end : comma < 0 ? candidates.length() : comma;
      var size = candidates.substring(end, Math.max(end, next)).strip();
      var url = address.isEmpty() ? null : web(address);
      if (url != null && !url.endsWith(",") && (size.isEmpty() || SIZE.matcher(size).matches())) {
        out.add(size.isEmpty() ? url : url + " " + size);
      }
      at = next;
    }
    return out.length() == 0 ? null : out.toString();
  }

  private static String withoutCommas(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ',') {
      end--;
    }
    return text.substring(0, end);
  }

  /** Past the spaces and commas before a candidate, or past its address. */
  private static int skip(String text, int from, boolean gap) {
    int at = from;
    while (at < text.length()) {
      var c = text.charAt(at);
      var isSpace = c == ' ' || (c >= '\t' && c <= '\r');
      if (gap ? !isSpace && c != ',' : isSpace) {
        break;
      }
      at++;
    }
    return at;
  }
}
