package dev.feedwarden.api;

import static java.util.Map.entry;

import java.util.Map;

/** What our own numbers mean, in a sentence each: the help that Prometheus shows. */
final class Meanings {
  private static final Map<String, String> OF =
      Map.ofEntries(
          entry("polls", "Polls by what they came to"),
          entry("poll.failures", "Failed polls by their cause"),
          entry("poll.blames", "Failures by whose they are; pending ones count again when settled"),
          entry("poll.remarks", "What was odd about polls, beside what they came to"),
          entry("standing.changes", "Feeds disabled or enabled by a poll, or held by the cap"),
          entry("poll", "Length of polls with all their attempts"),
          entry("phase", "What polls spend their time on; of the last attempt up to first_byte"),
          entry("due.lag", "How late polls began"),
          entry("attempts", "Requests of polls, redirects not counted"),
          entry("retries", "Requests after the first of a poll"),
          entry("body", "Bytes of feeds that were read, after decompression"),
          entry("articles", "Articles that were new or had changed"),
          entry("archive.pages", "Older pages of feeds that were asked for to fill a gap"),
          entry("archive.entries", "Entries that such pages had for a gap"),
          entry("page.visits", "Visits to pages by what they came to"),
          entry("waiting.pages", "Pages that are to be fetched, by their state"),
          entry("faults", "Polls ended by a fault of our own"),
          entry("polls.in.flight", "Hosts that this process is at"),
          entry("polls.pausing", "Polls that wait for their next attempt"),
          entry("commits.waiting", "Polls that wait to be written"),
          entry("sources", "Registered sources"),
          entry("disabled.feeds", "Disabled feeds by reason"),
          entry("open.incidents", "Incidents that last"),
          entry("due.hosts", "Hosts that are due, ready and not taken"),
          entry("due.hosts.oldest", "How long the first of those has waited"),
          entry("leased.hosts", "Hosts that some process is at"),
          entry("outbox.events", "Events that wait to be told to others"),
          entry("outbox.oldest", "How long the first of those has waited"),
          entry("registry.sync.age", "How long ago the registry's list was last taken over"),
          entry("registry.reports.pending", "Disables and enables that the registry has not heard"),
          entry("registry.reports.refused", "Those that it did not follow, since the beginning"),
          entry("transaction", "Length of transactions, the wait for a connection included"),
          entry("database.connections", "Connections of a pool, and who waits for one"),
          entry("http.requests", "Answers of the API"),
          entry("tick.age", "How long ago a loop ticked last"),
          entry("loop.alive", "Whether a loop goes on, as in /health"),
          entry("build.info", "The version, as a label"));

  private Meanings() {}

  static String of(String name) {
    var meaning = OF.get(name);
    if (meaning == null) {
      throw new IllegalArgumentException("nobody says what " + name + " means");
    }
    return meaning;
  }
}
