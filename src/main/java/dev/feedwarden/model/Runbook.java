package dev.feedwarden.model;

/** Where it is written what a failure means and what to do: a path at the dashboard's address. */
public final class Runbook {
  private static final String ROOT = "/docs/runbook/";

  private Runbook() {}

  /** The page about a type. */
  public static String of(ErrorType type) {
    return ROOT + type.wire();
  }

  /**
   * The page about a cause, or about the type where the status says it all.
   *
   * @param cause by its wire name
   */
  public static String of(ErrorType type, String cause) {
    return cause.equals(Cause.STATUS.wire()) ? of(type) : ROOT + cause;
  }
}
