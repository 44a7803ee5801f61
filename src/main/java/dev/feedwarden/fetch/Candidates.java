package dev.feedwarden.fetch;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which of a name's addresses are tried, and in which order. */
final class Candidates {
  private static final int MOST = 4;

  private Candidates() {}

  private record Ranked(int rank, InetAddress address) {}

  /**
   * A few, the families in turn (as RFC 8305 section 4 has it), so that a family that leads nowhere
   * leaves a try for the other.
   */
  static List<InetAddress> of(List<InetAddress> answers) {
    int fours = 0;
    int sixes = 0;
    var ranked = new ArrayList<Ranked>();
    for (var address : answers) {
      ranked.add(new Ranked(address instanceof Inet6Address ? sixes++ : fours++, address));
    }
    return ranked.stream()
        .sorted(Comparator.comparingInt(Ranked::rank))
        .map(Ranked::address)
        .distinct()
        .limit(MOST)
        .toList();
  }
}
