package dev.feedwarden.model;

/** What opens a private feed; sent to the feed's own origin only, and never shown. */
public sealed interface Credentials {
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
