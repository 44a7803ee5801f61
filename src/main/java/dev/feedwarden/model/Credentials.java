package dev.feedwarden.model;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What opens a private feed; sent to the feed's own origin only, and never shown. */
public sealed interface Credentials {
  /** How long a name or a secret may be. */
  int LONGEST = 4_096;

  /** A header's name (RFC 9110, 5.6.2). */
  Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");

  /** Headers that say where a request goes and where it ends, which is ours to say. */
  Set<String> OURS =
      Set.of(
          "host",
          "connection",
          "content-length",
          "transfer-encoding",
          "te",
          "trailer",
          "upgrade",
          "expect",
          "keep-alive",
          "proxy-connection",
          "proxy-authorization");

  /** Whether a secret may go into a header of this name. */
  static boolean isHeaderName(String name) {
    return TOKEN.matcher(name).matches() && !OURS.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether a text may be a name or a secret: a line break in a header would begin another one. */
  static boolean isPrintable(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST
        && text.chars().noneMatch(Character::isISOControl);
  }

  /** A user name and a password. */
  record Basic(String user, String password) implements Credentials {
    @Override
    public String toString() {
      return "Basic[***]";
    }
  }

  /** A header, such as {@code Authorization} with a bearer token. */
  record Header(String name, String value) implements Credentials {
    @Override
    public String toString() {
      return "Header[" + name + ", ***]";
    }
  }

  /** A parameter that is added to the feed's URL when it is fetched. */
  record QueryToken(String name, String value) implements Credentials {
    @Override
    public String toString() {
      return "QueryToken[" + name + ", ***]";
    }
  }

  /** Credentials as they are stored: unreadable without the installation's key. */
  record Encrypted(String text) {
    @Override
    public String toString() {
      return "Encrypted[***]";
    }
  }
}
