package dev.feedwarden.fetch;

/** What is asked for: what is told to the server, and how an answer is taken. */
public enum Purpose {
  FEED(
      "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9,"
          + " text/xml;q=0.8, application/json;q=0.7, */*;q=0.1"),
  PAGE("text/html, application/xhtml+xml, */*;q=0.1"),
  /** Its beginning is enough, and it may be further away (RFC 9309, 2.3.1.2 and 2.5). */
  ROBOTS("text/plain, */*;q=0.1");

  private static final int ROBOTS_REDIRECTS = 5;
  static final int ROBOTS_BYTES = 500 << 10;

  private final String accept;

  Purpose(String accept) {
    this.accept = accept;
  }

  String accept() {
    return accept;
  }

  /**
   * How many redirects are followed.
   *
   * @param usual how many otherwise
   */
  int redirects(int usual) {
    return this == ROBOTS ? Math.max(usual, ROBOTS_REDIRECTS) : usual;
  }
}
