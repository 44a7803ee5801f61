package dev.feedwarden.feed;

/** The door through which the fuzzer throws its inputs at one law. */
public final class FuzzTarget {
  private static Law law = Law.XML;

  private FuzzTarget() {}

  /** Called once, with the name of the law. */
  public static void fuzzerInitialize(String[] arguments) {
    law = Law.valueOf(arguments[0]);
  }

  /** Called again and again; whatever is thrown is a finding. */
  public static void fuzzerTestOneInput(byte[] input) {
    law.hold(input);
  }
}
