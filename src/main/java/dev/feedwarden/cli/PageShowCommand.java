package dev.feedwarden.cli;

import dev.feedwarden.api.PageFields;
import dev.feedwarden.store.Pages;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "show", description = "A page and what it says.")
final class PageShowCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "The page's number; see 'pages list'.")
  private long id;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private final Session session;

  PageShowCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    try (var database = session.database()) {
      var pages = new Pages(database);
      var page = pages.find(id).orElseThrow(() -> PageOptions.unknown(id));
      var content = pages.content(id);
      if (json) {
        var whole = new LinkedHashMap<String, Object>();
        whole.put("page", PageFields.of(page));
        content.ifPresent(said -> whole.put("content", PageFields.of(said)));
        session.terminal().json(whole);
        return CommandTree.OK;
      }
      var fields = new Fields();
      PageFields.of(page).forEach(fields::with);
      content.ifPresent(
          said ->
              PageFields.of(said)
                  .forEach(
                      (name, value) -> {
                        if (!name.startsWith("content_")) {
                          fields.with(name, value);
                        }
                      }));
      fields.print(session.terminal(), false);
      content.ifPresent(
          said -> {
            session.terminal().say("");
            said.text().lines().forEach(line -> session.terminal().say(Shown.remote(line)));
          });
      return CommandTree.OK;
    }
  }
}
