package dev.feedwarden.store;

import static java.util.stream.Collectors.joining;

import dev.feedwarden.model.Beats;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.SourceId;
import java.util.ArrayList;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;

/** When feeds had something new: a row apart, as it is written with new entries only. */
public final class Heartbeats {
  private static final int BASE = Character.MAX_RADIX;

  private final Database database;

  public Heartbeats(Database database) {
    this.database = database;
  }

  /** The beats of a source's feed. */
  public Beats of(SourceId source) {
    return database.read(
        h ->
            h.createQuery("SELECT beats FROM feed_beats WHERE source_id = :source")
                .bind("source", source.value())
                .mapTo(String.class)
                .findOne()
                .map(Heartbeats::read)
                .orElse(Beats.NONE));
  }

  private static final String WRITE =
      """
      INSERT INTO feed_beats (source_id, beats) VALUES (:source, :beats)
      ON CONFLICT (source_id) DO UPDATE SET beats = excluded.beats
      """;

  static void write(Handle h, Poll poll) {
    if (poll.outcome() instanceof Outcome.Fresh(var changes, _) && changes.beats() != null) {
      h.createUpdate(WRITE)
          .bind("source", poll.claim().source().id().value())
          .bind("beats", text(changes.beats()))
          .execute();
    }
  }

  // The first hour, then the hours between one and the next.
  private static String text(Beats beats) {
    return LongStream.concat(beats.hours().stream().mapToLong(h -> h).limit(1), beats.gaps())
        .mapToObj(number -> Long.toString(number, BASE))
        .collect(joining(" "));
  }

  private static Beats read(String text) {
    var hours = new ArrayList<Long>();
    var hour = 0L;
    for (var number : text.isEmpty() ? new String[0] : text.split(" ", -1)) {
      hour += Long.parseLong(number, BASE);
      hours.add(hour);
    }
    return new Beats(hours);
  }
}
