package dev.feedwarden.cli;

import dev.feedwarden.feed.Opml;
import dev.feedwarden.feed.Opml.Outline;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.SourceCsv;
import dev.feedwarden.store.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "export",
    description = {
      "Write all feeds as OPML or as a table.",
      "Credentials are never written, secrets in URLs only if you say so."
    })
final class ExportCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "Where to; standard output by default.")
  private @Nullable Path file;

  @Option(names = "--csv", description = "As a table that 'sources import' and spreadsheets read.")
  private boolean csv;

  @Option(names = "--with-secrets", description = "With tokens and keys that are part of a URL.")
  private boolean withSecrets;

  private final Session session;

  ExportCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    try (var database = session.database()) {
      var sources = new ArrayList<Settings>();
      Registrations.forEach(
          new Registry(database),
          r -> {
            if (r.source().settings().feedUrl() != null) {
              sources.add(r.source().settings());
            }
          });
      write(csv ? SourceCsv.write(sources, withSecrets) : opml(sources));
      var cut = sources.stream().map(Settings::feedUrl).filter(ExportCommand::hasSecret).count();
      if (cut > 0 && !withSecrets) {
        session
            .terminal()
            .remark(
                Shown.count(cut, "feed")
                    + " without what looks like a secret in the URL; --with-secrets writes it.");
      }
      return CommandTree.OK;
    }
  }

  private String opml(List<Settings> sources) {
    var outlines = new ArrayList<Outline>();
    for (var source : sources) {
      var url = source.feedUrl();
      if (url != null) {
        var shown = withSecrets ? url : url.withoutSecrets();
        outlines.add(new Outline(source.name(), shown.text(), 0));
      }
    }
    return Opml.write(outlines);
  }

  private static boolean hasSecret(@Nullable WebUrl url) {
    return url != null && !url.withoutSecrets().equals(url);
  }

  private void write(String list) {
    if (file == null) {
      session.terminal().out().print(list);
      return;
    }
    try {
      Files.writeString(file, list);
    } catch (IOException refused) {
      throw new OperatorMistake("The file " + file + " cannot be written.");
    }
  }
}
