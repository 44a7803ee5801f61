package dev.feedwarden.cli;

import dev.feedwarden.app.Config;
import dev.feedwarden.app.Logging;
import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.cli.Finding.Bad;
import dev.feedwarden.cli.Finding.Doubtful;
import dev.feedwarden.cli.Finding.Good;
import dev.feedwarden.model.Masked;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Examination;
import dev.feedwarden.store.SourceLists;
import dev.feedwarden.store.SourceLists.Sort;
import dev.feedwarden.store.SourceLists.SortBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = {
      "Look at everything that polling needs, and say what is wrong and what to do.",
      "Configuration, database, disk, registry, DNS, the way out, the clock. Exit code 1 if"
          + " something does not work."
    })
final class DoctorCommand implements Callable<Integer> {
  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Whom to ask for the way out and the time; else a feed that went well lately.")
  private @Nullable String url;

  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;
  private final List<Finding> findings = new ArrayList<>();

  DoctorCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    var config = configuration();
    if (config.isPresent()) {
      DiskCheck.of(config.get()).forEach(this::found);
      var whom = database(config.get());
      RegistryCheck.look(config.get()).forEach(this::found);
      try (var fetcher = WayOut.fetcher(config.get())) {
        new LineCheck(fetcher).look(whom).forEach(this::found);
      }
    }
    return findings.stream().anyMatch(Bad.class::isInstance)
        ? CommandTree.OUR_FAULT
        : CommandTree.OK;
  }

  private void found(Finding finding) {
    findings.add(finding);
    finding.print(session.terminal(), json);
  }

  private Optional<Config> configuration() {
    try {
      var config = session.configuration().config();
      Logging.follow(config.log(), session.terminal().errIsSeen());
      found(new Good("configuration", "every setting is good"));
      return Optional.of(config);
    } catch (OperatorMistake mistake) {
      mistake.sentences().forEach(line -> found(new Bad("configuration", line)));
      return Optional.empty();
    }
  }

  /** Looks at the database, and finds somebody there to ask. */
  private Optional<WebUrl> database(Config config) {
    var asked = Optional.ofNullable(url).map(Session::url);
    try (var database = Wiring.database(config)) {
      var examination = new Examination(database);
      found(new Good("migrations", "the schema is version " + examination.schema()));
      found(
          examination
              .damage()
              .<Finding>map(
                  damage ->
                      new Bad("database", "is damaged (" + damage + "): put a backup in its place"))
              .orElseGet(() -> new Good("database", "answers and is whole")));
      examination.write();
      found(new Good("writing", "a row could be written"));
      found(clock(examination));
      return asked.or(() -> somebody(database));
    } catch (OperatorMistake mistake) {
      mistake.sentences().forEach(line -> found(new Bad("database", line)));
    } catch (RuntimeException fault) {
      var why = String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
      found(new Bad("database", "does not do what it is asked to: " + Masked.text(why)));
    }
    return asked;
  }

  private static Finding clock(Examination examination) {
    var ahead = examination.ahead().abs();
    return ahead.toSeconds() < 5
        ? new Good("database time", "is ours")
        : new Doubtful(
            "database time",
            "differs from ours by " + Shown.length(ahead) + ": synchronise both clocks");
  }

  private static Optional<WebUrl> somebody(Database database) {
    var lately = new Sort(SortBy.LAST_SUCCESS_AT, true);
    return new SourceLists(database)
        .page(SourceFilter.ALL, lately, 0, 20, database.now()).sources().stream()
            .flatMap(one -> Stream.ofNullable(one.source().settings().feedUrl()))
            .findFirst();
  }
}
