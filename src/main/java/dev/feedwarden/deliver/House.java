package dev.feedwarden.deliver;

import dev.feedwarden.deliver.Notice.Line;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Runbook;
import dev.feedwarden.model.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * What all messages to people have in common.
 *
 * @param hour of the daily digest, in UTC
 * @param home where browsers find the dashboard, if the operator said so
 */
public record House(int hour, @Nullable WebUrl home) {
  /** The way to what a person can do about a type of error. */
  Line help(ErrorType type) {
    var page = Runbook.of(type);
    return home == null
        ? new Line("What to do: " + page + " in the dashboard")
        : new Line("What to do", home.text().replaceFirst("/$", "") + page);
  }
}
