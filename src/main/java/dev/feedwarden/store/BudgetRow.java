package dev.feedwarden.store;

import static java.util.stream.Collectors.joining;

import dev.feedwarden.model.DisableBudget;
import dev.feedwarden.model.DisableBudget.Answer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The one row that every automatic disable is paid from; locked until its transaction ends. */
final class BudgetRow {
  private BudgetRow() {}

  private record Row(DisableBudget budget, long fleet) {}

  private static final String FLEET =
      "SELECT count(*) FROM sources WHERE enabled AND feed_url IS NOT NULL";

  private static final String WRITE =
      "UPDATE disable_budget SET slice = :slice, used = :used, held = :held, fleet = :fleet";

  static Answer ask(Handle h, Instant now, String locking) {
    var row =
        h.createQuery("SELECT slice, used, held, fleet FROM disable_budget " + locking)
            .map(
                (r, _) ->
                    new Row(
                        new DisableBudget(
                            r.getLong("slice"),
                            counts(r.getString("used")),
                            counts(r.getString("held"))),
                        r.getLong("fleet")))
            .one();
    // A large fleet takes a while to count: once in a slice will do.
    var fleet =
        row.budget().isOlderThan(now)
            ? h.createQuery(FLEET).mapTo(Long.class).one()
            : (Long) row.fleet();
    var answer = row.budget().ask(fleet, now);
    h.createUpdate(WRITE)
        .bind("slice", answer.after().slice())
        .bind("used", text(answer.after().used()))
        .bind("held", text(answer.after().held()))
        .bind("fleet", fleet)
        .execute();
    return answer;
  }

  private static List<Integer> counts(String text) {
    return Arrays.stream(text.split(",", -1)).map(Integer::valueOf).toList();
  }

  private static String text(List<Integer> counts) {
    return counts.stream().map(String::valueOf).collect(joining(","));
  }
}
