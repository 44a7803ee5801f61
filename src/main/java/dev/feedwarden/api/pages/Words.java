package dev.feedwarden.api.pages;

/** Small phrases. */
final class Words {
  private Words() {}

  static String count(long n, String thing) {
    return Bars.number(n) + " " + thing + (n == 1 ? "" : "s");
  }
}
