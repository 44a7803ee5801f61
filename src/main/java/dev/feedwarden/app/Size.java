package dev.feedwarden.app;

/** An amount of data. */
public record Size(long bytes) {
  private static final long MEGABYTE = 1024L * 1024;

  /** Megabytes of 1,048,576 bytes each. */
  public static Size ofMegabytes(int megabytes) {
    return new Size(megabytes * MEGABYTE);
  }

  int megabytes() {
    return Math.toIntExact(bytes / MEGABYTE);
  }
}
