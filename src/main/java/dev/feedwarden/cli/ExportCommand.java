package dev.feedwarden.cli;

import dev.feedwarden.feed.Opml;
import dev.feedwarden.feed.Opml.Outline;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.store.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "export", description = "Write all feeds as OPML.")
final class ExportCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "Where to; standard output by default.")
  private @Nullable Path file;

  private final Session session;

  ExportCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    try (var database = session.database()) {
      var outlines = new ArrayList<Outline>();
      Registrations.forEach(
          new Registry(database),
          r -> {
            var url = r.source().settings().feedUrl();
            if (url != null) {
              outlines.add(new Outline(r.source().settings().name(), url.text(), 0));
            }
          });
      write(Opml.write(outlines));
      return CommandTree.OK;
    }
  }

  private void write(String opml) {
    if (file == null) {
      session.terminal().out().print(opml);
      return;
    }
    try {
      Files.writeString(file, opml);
    } catch (IOException refused) {
      throw new OperatorMistake("The file " + file + " cannot be written.");
    }
  }
}
