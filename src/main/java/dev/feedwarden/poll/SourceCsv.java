package dev.feedwarden.poll;

import dev.feedwarden.feed.Csv;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.Tag;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.policy.Admission.Judged;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sources as a table: one row each, under the names of its columns. */
public final class SourceCsv {
  private static final List<String> COLUMNS = List.of("url", "name", "tags", "interval", "notes");

  private final Admission admission;
  private final Map<String, Integer> places = new HashMap<>();

  private SourceCsv(Admission admission) {
    this.admission = admission;
  }

  /** What came of reading a file. */
  public sealed interface Result {
    record Rows(List<ImportRow> rows) implements Result {
      public Rows {
        rows = List.copyOf(rows);
      }
    }

    /** No table of sources, for the reason that the sentence gives. */
    record Unreadable(String reason) implements Result {}
  }

  /** Judges every row of a table. */
  public static Result read(byte[] file, Admission admission) {
    return switch (Csv.read(file)) {
      case Csv.Result.Unreadable(var reason) -> new Result.Unreadable(reason);
      case Csv.Result.Rows(var rows) -> new SourceCsv(admission).read(rows);
    };
  }

  /** A table of sources that {@link #read} understands. */
  public static String write(List<Settings> sources, boolean withSecrets) {
    return Csv.row(COLUMNS)
        + sources.stream().map(source -> row(source, withSecrets)).collect(Collectors.joining());
  }

  private static String row(Settings source, boolean withSecrets) {
    var url = source.feedUrl();
    var interval = source.interval();
    var notes = source.label().notes();
    return Csv.row(
        List.of(
            url == null ? "" : (withSecrets ? url : url.withoutSecrets()).text(),
            source.name(),
            source.label().tags().stream().map(Tag::value).collect(Collectors.joining(", ")),
            interval == null ? "" : String.valueOf(interval.toMinutes()),
            notes == null ? "" : notes));
  }

  private Result read(List<Csv.Row> rows) {
    var headings = rows.getFirst().cells();
    for (int i = 0; i < headings.size(); i++) {
      var heading = headings.get(i).strip().toLowerCase(Locale.ROOT);
      if (heading.isEmpty()) {
        continue;
      }
      if (!COLUMNS.contains(heading)) {
        return new Result.Unreadable(
            "The first row must name the columns, which are "
                + String.join(", ", COLUMNS)
                + "; column "
                + (i + 1)
                + " is none of them.");
      }
      if (places.put(heading, i) != null) {
        return new Result.Unreadable("The first row has the column " + heading + " twice.");
      }
    }
    return places.containsKey("url")
        ? new Result.Rows(rows.stream().skip(1).map(row -> judged(row, headings.size())).toList())
        : new Result.Unreadable("The first row has no column url.");
  }

  private ImportRow judged(Csv.Row row, int width) {
    var problems = new ArrayList<String>();
    if (row.cells().stream().skip(width).anyMatch(cell -> !cell.isBlank())) {
      problems.add("it has more cells than the first row");
    }
    var settings = settings(row, problems);
    var written = cell(row, "url").strip();
    return new ImportRow(
        row.line(), written, problems.isEmpty() ? settings : null, String.join(", and ", problems));
  }

  private @Nullable Settings settings(Csv.Row row, List<String> problems) {
    return switch (admission.feed(cell(row, "url"))) {
      case Judged.Bad(var reason) -> {
        problems.add("the URL " + reason);
        yield null;
      }
      case Judged.Private _ -> {
        problems.add("the URL is not one that Feedwarden may ask");
        yield null;
      }
      case Judged.Good(var url) ->
          new Settings(
              label(row, url.host(), problems),
              url,
              true,
              Intake.every(interval(row, problems)),
              null,
              null);
    };
  }

  private Label label(Csv.Row row, String otherwise, List<String> problems) {
    var written = cell(row, "name").strip();
    var name = written.isEmpty() ? otherwise : written;
    if (!Admission.isName(name)) {
      problems.add("the name must be 1 to " + Admission.LONGEST_NAME + " printable characters");
    }
    var tags = new TreeSet<Tag>();
    for (var word : cell(row, "tags").split(",", -1)) {
      var tag = Tag.parse(word);
      tag.ifPresent(tags::add);
      if (tag.isEmpty() && !word.isBlank()) {
        problems.add("a tag must be 1 to 64 printable characters");
      }
    }
    if (tags.size() > Label.MOST_TAGS) {
      problems.add("it has more than " + Label.MOST_TAGS + " tags");
      tags.clear();
    }
    var notes = cell(row, "notes");
    if (notes.length() > Label.LONGEST_NOTES) {
      problems.add("the notes are longer than " + Label.LONGEST_NOTES + " characters");
    }
    return new Label(name, tags, notes.isBlank() ? null : notes);
  }

  private @Nullable Duration interval(Csv.Row row, List<String> problems) {
    var written = cell(row, "interval").strip();
    if (written.isEmpty()) {
      return null;
    }
    var interval = Admission.interval(written).orElse(null);
    if (interval == null) {
      problems.add("the interval must be 1 to 1440 minutes");
    }
    return interval;
  }

  private String cell(Csv.Row row, String column) {
    var place = places.getOrDefault(column, Integer.MAX_VALUE);
    return place < row.cells().size() ? row.cells().get(place) : "";
  }
}
