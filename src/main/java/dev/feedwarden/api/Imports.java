package dev.feedwarden.api;

import dev.feedwarden.api.Refusal.Fault;
import dev.feedwarden.feed.Opml;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.ImportRow;
import dev.feedwarden.poll.SourceCsv;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Registry.Added;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lists of feeds that somebody brings along: all good ones are registered in one transaction. */
public final class Imports {
  private final Parts parts;
  private final Registry registry;

  public Imports(Parts parts) {
    this.parts = parts;
    this.registry = new Registry(parts.database());
  }

  /** One row on its way: to be registered, or refused for reasons. */
  record Row(int line, @Nullable String url, @Nullable Settings settings, List<Fault> faults) {}

  /**
   * What became of one row.
   *
   * @param kind added, known or refused
   * @param url without secrets
   * @param id nothing if it was refused
   */
  public record Result(
      int line, String kind, @Nullable String url, @Nullable SourceId id, List<Fault> faults) {}

  /** Registers the feeds of an OPML list; what is none is refused as a whole. */
  public List<Result> outlines(byte[] file) {
    return switch (Opml.read(file)) {
      case Opml.Result.Outlines(var list) ->
          register(
              list.stream()
                  .map(outline -> row(ImportRow.of(outline, parts.admission()), "xmlUrl"))
                  .toList());
      case Opml.Result.Unreadable(var reason) -> throw Refusal.of(400, reason);
    };
  }

  /** Registers the feeds of a table. */
  public List<Result> table(byte[] file) {
    return switch (SourceCsv.read(file, parts.admission())) {
      case SourceCsv.Result.Rows(var rows) ->
          register(rows.stream().map(row -> row(row, "row")).toList());
      case SourceCsv.Result.Unreadable(var reason) -> throw Refusal.of(400, reason);
    };
  }

  private static Row row(ImportRow row, String field) {
    return new Row(
        row.line(),
        WebUrl.maskedText(row.url()),
        row.settings(),
        row.settings() == null ? List.of(new Fault(field, row.refusal())) : List.of());
  }

  List<Result> register(List<Row> rows) {
    var good = rows.stream().map(Row::settings).filter(Objects::nonNull).toList();
    var added = registry.addAll(good, parts.database().now()).iterator();
    return rows.stream().map(row -> result(row, added)).toList();
  }

  private static Result result(Row row, Iterator<Added> added) {
    if (row.settings() == null) {
      return new Result(row.line(), "refused", row.url(), null, row.faults());
    }
    var result = added.next();
    return new Result(
        row.line(),
        result instanceof Added.New ? "added" : "known",
        row.url(),
        result.id(),
        List.of());
  }
}
