package dev.feedwarden.model;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An http or https URL that was parsed strictly: host in ASCII and lower case, no user info, no
 * fragment; path and query as given, except that what HTTP cannot carry is percent-encoded.
 *
 * @param host a name, a dotted quad, or an IPv6 literal in its one spelling without brackets
 * @param target path and query, beginning with a slash
 */
public record WebUrl(String scheme, String host, int port, String target) {
  static final int LONGEST = 2_048;
  private static final Pattern SHAPE =
      Pattern.compile("(?i)(https?)://([^/?#\\\\]*)([^#]*)(#.*)?", Pattern.DOTALL);
  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[^\\]]*]|[^:\\[\\]]*)(?::([0-9]*))?");
  private static final Pattern NAME =
      Pattern.compile(
          "(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?");
  static final Pattern QUAD =
      Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}");
  // Whether the last label could be read as a number by some resolver (WHATWG: "ends in a number").
  private static final Pattern NUMERIC = Pattern.compile("(?:.*\\.)?(?:[0-9]+|0[xX][0-9a-fA-F]*)");
  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  private static final String NEVER_RAW = " \"<>\\^`{|}";

  private static final Parsed TOO_LONG =
      new Parsed.Bad("is longer than " + LONGEST + " characters");

  /** What came of parsing a text. */
  public sealed interface Parsed {
    record Good(WebUrl url) implements Parsed {}

    /** Not one of ours; the reason completes the sentence "the URL …". */
    record Bad(String reason) implements Parsed {}
  }

  /** Reads a URL that a person, a file or a server wrote. */
  public static Parsed parse(String text) {
    var plain = PlainSpelling.read(text);
    return plain != null ? new Parsed.Good(plain) : parseWithCare(text);
  }

  static Parsed parseWithCare(String text) {
    var trimmed = text.strip();
    if (trimmed.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
      return new Parsed.Bad("contains control characters");
    }
    var shape = SHAPE.matcher(trimmed);
    if (!shape.matches()) {
      return new Parsed.Bad("does not begin with http:// or https://");
    }
    if (shape.end(3) > LONGEST) {
      return TOO_LONG;
    }
    if (shape.group(3).codePoints().anyMatch(WebUrl::isLoneSurrogate)) {
      return new Parsed.Bad("contains half a character");
    }
    if (shape.group(2).indexOf('@') >= 0) {
      return new Parsed.Bad("contains a user name or password");
    }
    var authority = AUTHORITY.matcher(shape.group(2));
    if (!authority.matches()) {
      return new Parsed.Bad("has no valid host");
    }
    var scheme = shape.group(1).toLowerCase(Locale.ROOT);
    var host = canonicalHost(authority.group(1));
    if (host == null) {
      return new Parsed.Bad("has no valid host");
    }
    var port = port(scheme, authority.group(2));
    if (port < 1 || port > 65_535) {
      return new Parsed.Bad("has no valid port");
    }
    // Encoding lengthens; what we accept we must be able to read again.
    var url = new WebUrl(scheme, host, port, carried(shape.group(3)));
    return url.text().length() > LONGEST ? TOO_LONG : new Parsed.Good(url);
  }

  /** A URL that is known to be good, such as one from our own database. */
  public static WebUrl of(String text) {
    return switch (parse(text)) {
      case Parsed.Good(var url) -> url;
      case Parsed.Bad(var reason) ->
          throw new IllegalArgumentException("a stored URL " + reason); // it may hold secrets
    };
  }

  /** The whole URL, ready to be fetched. */
  public String text() {
    return scheme + "://" + authority() + target;
  }

  /** Host and, unless it is the scheme's own, port: the value of the Host header. */
  public String authority() {
    var shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return hasOwnPort() ? shown + ":" + port : shown;
  }

  /** Whether the port is another than the scheme's. */
  public boolean hasOwnPort() {
    return port != defaultPort(scheme);
  }

  /** Whether scheme, host and port are another's too. */
  public boolean isOfOrigin(WebUrl other) {
    return scheme.equals(other.scheme) && host.equals(other.host) && port == other.port;
  }

  /** The unit of politeness that this URL belongs to. */
  public HostKey hostKey() {
    var shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return new HostKey(port == 80 || port == 443 ? shown : shown + ":" + port);
  }

  /** The whole URL without anything that looks like a secret, for every output. */
  public String masked() {
    return Masked.webhook(QuerySecrets.masked(text()));
  }

  /** A text that was meant to be a URL and is none, without anything that looks like a secret. */
  public static String maskedText(String text) {
    return QuerySecrets.masked(text.replaceFirst("(?s)^.*@", "***@"));
  }

  /** The same URL without a parameter. */
  public WebUrl withoutParameter(String name) {
    return new WebUrl(scheme, host, port, QuerySecrets.without(target, name::equals));
  }

  /** The same URL without the parameters that look like secrets, for what may be shown. */
  public WebUrl withoutSecrets() {
    return new WebUrl(scheme, host, port, QuerySecrets.without(target, QuerySecrets::isSecret));
  }

  /** The form in which two spellings of one address are equal: for comparing only. */
  public String key() {
    var query = target.indexOf('?');
    var path = query < 0 ? target : target.substring(0, query);
    return scheme
        + "://"
        + authority()
        + withoutDotSegments(withTidyEscapes(path))
        + (query < 0 ? "" : withTidyEscapes(target.substring(query)));
  }

  /** Whether the host is an address and not a name. */
  public boolean isLiteral() {
    return host.indexOf(':') >= 0 || QUAD.matcher(host).matches();
  }

  @Override
  public String toString() {
    return masked();
  }

  private static boolean isLoneSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  static int defaultPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  private static int port(String scheme, @Nullable String digits) {
    if (digits == null || digits.isEmpty()) {
      return defaultPort(scheme);
    }
    return digits.length() > 5 ? 0 : Integer.parseInt(digits);
  }

  private static @Nullable String canonicalHost(String host) {
    if (host.startsWith("[")) {
      return Ipv6.canonical(host.substring(1, host.length() - 1));
    }
    var ascii = toAscii(host);
    if (ascii == null) {
      return null;
    }
    var name = ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii;
    if (QUAD.matcher(name).matches()) {
      return name;
    }
    var ambiguous = NUMERIC.matcher(name).matches();
    return !ambiguous && name.length() <= 253 && NAME.matcher(name).matches() ? name : null;
  }

  private static @Nullable String toAscii(String host) {
    try {
      return IDN.toASCII(host, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException notAName) {
      return null;
    }
  }

  private static String carried(String target) {
    var slashed = target.startsWith("/") ? target : "/" + target;
    if (slashed.chars().allMatch(c -> isRaw((char) c))) {
      return slashed;
    }
    var out = new StringBuilder();
    for (byte b : slashed.getBytes(StandardCharsets.UTF_8)) {
      if (b < 0 || NEVER_RAW.indexOf(b) >= 0) {
        out.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      } else {
        out.append((char) b);
      }
    }
    return out.toString();
  }

  /** Whether HTTP can carry a character as it is. */
  static boolean isRaw(char c) {
    return c >= ' ' && c < 0x7f && NEVER_RAW.indexOf(c) < 0;
  }

  private static String withTidyEscapes(String text) {
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c != '%' || i + 2 >= text.length() || !isHex(text, i + 1)) {
        out.append(c);
        continue;
      }
      var code = HexFormat.fromHexDigits(text, i + 1, i + 3);
      if (isUnreserved(code)) {
        out.append((char) code);
      } else {
        out.append(text.substring(i, i + 3).toUpperCase(Locale.ROOT));
      }
      i += 2;
    }
    return out.toString();
  }

  private static boolean isHex(String text, int at) {
    return HexFormat.isHexDigit(text.charAt(at)) && HexFormat.isHexDigit(text.charAt(at + 1));
  }

  private static boolean isUnreserved(int c) {
    return UNRESERVED.indexOf(c) >= 0;
  }

  // RFC 3986 section 5.2.4 for a path that begins with a slash.
  private static String withoutDotSegments(String path) {
    if (!path.contains("/.")) {
      return path;
    }
    var out = new StringBuilder();
    var segments = path.substring(1).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      var last = i == segments.length - 1;
      switch (segments[i]) {
        case "." -> out.append(last ? "/" : "");
        case ".." -> {
          out.setLength(Math.max(0, out.lastIndexOf("/")));
          out.append(last ? "/" : "");
        }
        default -> out.append('/').append(segments[i]);
      }
    }
    return out.toString();
  }
}
