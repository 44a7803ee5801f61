package dev.feedwarden.lab;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remembers every request of an upstream and how many ran at once. */
final class Journal {
  private final List<Visit> visits = new ArrayList<>();
  private final Map<String, Load> byPath = new HashMap<>();
  private final Load all = new Load();

  synchronized Visit begin(Request request, int connection) {
    var load = byPath.computeIfAbsent(request.path(), _ -> new Load());
    var visit = new Visit(request.withAskedBefore(load.begun), connection, load);
    visits.add(visit);
    load.begin();
    all.begin();
    return visit;
  }

  synchronized List<Seen> seen() {
    var now = System.nanoTime();
    return visits.stream().map(visit -> visit.asOf(now)).toList();
  }

  /** Leaves only the counts. */
  synchronized void forget() {
    visits.clear();
  }

  synchronized int count(String path) {
    return load(path).begun;
  }

  synchronized int running() {
    return all.running;
  }

  synchronized int most() {
    return all.most;
  }

  synchronized int most(String path) {
    return load(path).most;
  }

  private Load load(String path) {
    return byPath.getOrDefault(path, new Load());
  }

  private static final class Load {
    private int begun;
    private int running;
    private int most;

    private void begin() {
      begun++;
      running++;
      most = Math.max(most, running);
    }
  }

  /** One request, from its reading to the end of its answer. */
  final class Visit {
    private final Request request;
    private final int connection;
    private final Load load;
    private final long startedAt = System.nanoTime();
    private @Nullable Long endedAt;

    private Visit(Request request, int connection, Load load) {
      this.request = request;
      this.connection = connection;
      this.load = load;
    }

    Request request() {
      return request;
    }

    /** Only the first call counts. */
    void end() {
      synchronized (Journal.this) {
        if (endedAt == null) {
          endedAt = System.nanoTime();
          load.running--;
          all.running--;
        }
      }
    }

    private Seen asOf(long now) {
      return new Seen(request, connection, startedAt, endedAt == null ? now : endedAt);
    }
  }
}
