package dev.feedwarden.cli;

import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.feed.Opml;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.poll.ImportRow;
import dev.feedwarden.poll.SourceCsv;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Registry.Added;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import",
    description = {
      "Register the feeds of an OPML file or of a table (.csv); all in one step.",
      "The first row of a table names its columns: url, and name, tags, interval, notes if you"
          + " like."
    })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class ImportCommand implements Callable<Integer> {
  private static final int LARGEST = 11 << 20;

  @Parameters(paramLabel = "FILE", description = "An OPML or CSV file, or - for standard input.")
  private String file;

  @Option(names = "--csv", description = "It is a table, whatever its name.")
  private boolean csv;

  @Option(names = "--json", description = "Print a JSON line for every feed.")
  private boolean json;

  private final Session session;

  ImportCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var content = bytes();
    var config = session.config();
    var admission = WayOut.admission(config);
    var isTable = csv || file.toLowerCase(Locale.ROOT).endsWith(".csv");
    var rows = isTable ? table(content, admission) : outlines(content, admission);
    try (var database = Wiring.database(config)) {
      var good = new ArrayList<Settings>();
      rows.stream().map(ImportRow::settings).forEach(s -> addIfPresent(good, s));
      var added = new Registry(database).addAll(good, database.now());
      report(rows, added);
      return CommandTree.OK;
    }
  }

  private List<ImportRow> outlines(byte[] content, Admission admission) {
    return switch (Opml.read(content)) {
      case Opml.Result.Outlines(var list) ->
          list.stream().map(outline -> ImportRow.of(outline, admission)).toList();
      case Opml.Result.Unreadable(var reason) -> throw unreadable(reason);
    };
  }

  private List<ImportRow> table(byte[] content, Admission admission) {
    return switch (SourceCsv.read(content, admission)) {
      case SourceCsv.Result.Rows(var rows) -> rows;
      case SourceCsv.Result.Unreadable(var reason) -> throw unreadable(reason);
    };
  }

  private OperatorMistake unreadable(String reason) {
    return new OperatorMistake(file + " cannot be imported: " + lowerFirst(reason));
  }

  private static void addIfPresent(List<Settings> list, @Nullable Settings settings) {
    if (settings != null) {
      list.add(settings);
    }
  }

  private byte[] bytes() {
    try (var in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
      return in.readNBytes(LARGEST);
    } catch (NoSuchFileException missing) {
      throw new OperatorMistake("The file " + file + " does not exist.");
    } catch (IOException unreadable) {
      throw new OperatorMistake("The file " + file + " cannot be read.");
    }
  }

  private static String lowerFirst(String sentence) {
    return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
  }

  private void report(List<ImportRow> rows, List<Added> added) {
    var results = added.iterator();
    int fresh = 0;
    int known = 0;
    int refused = 0;
    for (var row : rows) {
      var url = Shown.cut(Shown.remote(WebUrl.maskedText(row.url())), 200);
      if (row.settings() == null) {
        refused++;
        tell(row, url, "refused", null);
        continue;
      }
      switch (results.next()) {
        case Added.New(var id) -> {
          fresh++;
          tell(row, row.settings().feedUrl() + "", "added", id.value());
        }
        case Added.Known(var id) -> {
          known++;
          tell(row, row.settings().feedUrl() + "", "known", id.value());
        }
      }
    }
    if (!json) {
      session
          .terminal()
          .say(fresh + " added, " + known + " known already, " + refused + " refused.");
    }
  }

  private void tell(ImportRow row, String url, String result, @Nullable String id) {
    if (json) {
      new Fields()
          .with("line", row.line())
          .with("feed_url", url)
          .with("result", result)
          .with("id", id)
          .with("reason", id == null ? row.refusal() : null)
          .print(session.terminal(), true);
    } else if (id == null) {
      session.terminal().remark("line " + row.line() + ": refused, " + row.refusal() + ": " + url);
    }
  }
}
