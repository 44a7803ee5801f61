package dev.feedwarden.deliver;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Event;
import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.Incident.Kind;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Deliveries.Item;
import dev.feedwarden.store.OutboxPlace;
import java.time.Instant;
import java.util.List;

/** Small events for the tests of deliveries. */
final class Events {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private Events() {}

  static Subject source(int number, String... tags) {
    return new Subject(
        new SourceId("00000000-0000-7000-8000-%012d".formatted(number)),
        "Feed " + number,
        "https://example.org/" + number,
        List.of(tags));
  }

  static Item item(long id, Instant at, Happening what) {
    return new Item(new OutboxPlace(0, id), new Event(id, at, what));
  }

  static Item item(long id, Happening what) {
    return item(id, NOW, what);
  }

  static Happening disabled(int number, String... tags) {
    return new Happening.FeedDisabled(
        source(number, tags), "not_found", "policy", "feed poll not_found: HTTP 404", NOW);
  }

  static Happening failing(int number) {
    return new Happening.FeedFailing(source(number), ErrorType.NOT_FOUND, "HTTP 404");
  }

  static Happening enabled(int number) {
    return new Happening.FeedEnabled(source(number), "policy");
  }

  static Happening articles(int number, int added, String... tags) {
    return new Happening.NewArticles(source(number, tags), false, added, 0, 1, added);
  }

  static Happening outage() {
    return new Happening.IncidentOpened(Kind.LOCAL_OUTAGE, "worker", "5 of 5 domains");
  }

  static Happening outageOver() {
    return new Happening.IncidentClosed(Kind.LOCAL_OUTAGE, "worker", "5 of 5 domains");
  }

  static String key(int number) {
    return "feed " + source(number).id();
  }
}
