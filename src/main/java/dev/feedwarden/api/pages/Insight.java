package dev.feedwarden.api.pages;

import dev.feedwarden.store.Activity;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Overview;

/** What is counted over everything: once for all pages. */
record Insight(Overview overview, Activity activity) {
  static Insight into(Database database) {
    return new Insight(new Overview(database), new Activity(database));
  }
}
