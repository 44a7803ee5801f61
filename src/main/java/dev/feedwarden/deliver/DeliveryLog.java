package dev.feedwarden.deliver;

import dev.feedwarden.deliver.Patience.Step;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The lines that a delivery leaves in the log; ERROR where a person must act. */
final class DeliveryLog {
  private static final Logger LOG = LoggerFactory.getLogger(Courier.class);

  private DeliveryLog() {}

  /** One line for many that were taken at once. */
  static void told(String destination, Letter last, int events) {
    LOG.atInfo()
        .addKeyValue("destination", destination)
        .addKeyValue("event_id", last.id())
        .addKeyValue("events", events)
        .log("notifications sent");
  }

  static void told(String destination, Letter letter, Step step) {
    switch (step) {
      case Step.Onward _ ->
          LOG.atInfo()
              .addKeyValue("destination", destination)
              .addKeyValue("event_id", letter.id())
              .addKeyValue("kind", letter.kind())
              .log("notification sent");
      case Step.Again(var progress) -> {
        // Told when it begins, and as an error once when it lasts.
        var lasts = progress.failures() == Patience.MOST_TRIES && progress.tries() == 0;
        if (progress.failures() == 1 || lasts) {
          LOG.atLevel(lasts ? Level.ERROR : Level.WARN)
              .addKeyValue("destination", destination)
              .addKeyValue("event_id", letter.id())
              .addKeyValue("error", progress.trouble())
              .log(lasts ? "destination out of reach: events are kept" : "notification postponed");
        }
      }
      case Step.Buried(_, var status, var reason) ->
          LOG.atError()
              .addKeyValue("destination", destination)
              .addKeyValue("event_id", letter.id())
              .addKeyValue("status", status)
              .addKeyValue("error", reason)
              .log("notification failed");
    }
  }
}
