package dev.feedwarden.app;

/** The program's entry. */
public final class Main {
  private Main() {}

  /** Runs one command. */
  public static void main(String[] args) {
    System.out.println("x");
  }
}
