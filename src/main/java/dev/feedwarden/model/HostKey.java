package dev.feedwarden.model;

/** The unit of politeness and leasing: the host name, with its port unless that is 80 or 443. */
public record HostKey(String value) implements Comparable<HostKey> {
  @Override
  public int compareTo(HostKey other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
