package dev.feedwarden.model;

/** How much may still be spent on one piece of work; asked again and again while it is done. */
@FunctionalInterface
public interface Budget {
  Budget UNLIMITED = () -> false;

  /** Once true, the work is given up. */
  boolean spent();
}
