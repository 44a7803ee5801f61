package dev.feedwarden.api.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.AskRoutes;
import dev.feedwarden.api.Form;
import dev.feedwarden.api.Imports;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.SourceBody;
import dev.feedwarden.api.pages.jte.JteaddGenerated;
import dev.feedwarden.api.pages.jte.JteimportGenerated;
import dev.feedwarden.poll.Discovery.Found;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Registry.Added;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** New sources: one by the address of its site, or many from a list. */
public final class AddPage {
  private static final int LARGEST_LIST = 30 << 20; // 10 MB of list, escaped
  private static final int MOST_SHOWN = 200;

  private final Parts parts;
  private final Framing framing;
  private final AskRoutes asking;

  AddPage(Parts parts, Framing framing, AskRoutes asking) {
    this.parts = parts;
    this.framing = framing;
    this.asking = asking;
  }

  /** What a search for feeds found; nothing before it. */
  public record Search(String url, @Nullable List<Candidate> found) {}

  /** A feed that may be registered. */
  public record Candidate(String url, String shownUrl, String title, String about) {}

  /** What became of a list. */
  public record Outcome(long added, long known, List<Imports.Result> refused) {}

  List<Route> routes() {
    return List.of(
        Route.get("/sources/add", Rule.WRITE, "The form for a new source.", this::form)
            .answers(new Output(200, "text/html", null)),
        Forms.post(
            "/sources/add",
            Rule.WRITE.dearly(),
            "Look for a site's feeds.",
            AskRoutes.evenly(this::search)),
        Forms.post("/sources/register", Rule.WRITE, "Register a feed.", this::register),
        Route.get("/sources/import", Rule.WRITE, "The form for a list of feeds.", this::list)
            .answers(new Output(200, "text/html", null)),
        Forms.post(
            "/sources/import",
            Rule.WRITE.dearly(),
            "Register the feeds of a list.",
            LARGEST_LIST,
            this::importList));
  }

  private Answer form(Request request) {
    return page(request, new Search("", null));
  }

  private Answer search(Request request) throws InterruptedException {
    var given = Form.of(request).text("url").strip();
    var url = given.contains("://") ? given : "https://" + given;
    var found = asking.discover(url).feeds().stream().map(AddPage::candidate).toList();
    return page(request, new Search(given, found));
  }

  private Answer page(Request request, Search search) {
    var frame = framing.of(request, "sources", "Add a source");
    return Html.page(out -> JteaddGenerated.render(out, null, frame, search));
  }

  private static Candidate candidate(Found found) {
    var title = found.feed().channel().names().title();
    return new Candidate(
        found.url().text(),
        Remote.line(found.url().masked()),
        Remote.line(title == null || title.isBlank() ? found.url().host() : title, 120),
        Words.count(found.feed().items().size(), "item"));
  }

  private Answer register(Request request) {
    var form = Form.of(request);
    var settings = SettingsForm.read(form, SourceBody.BLANK, SourceBody.NEW, parts);
    return switch (new Registry(parts.database()).add(settings, parts.database().now())) {
      case Added.New(var id) -> Forms.backTo(id, Told.ADDED);
      case Added.Known(var id) -> Forms.backTo(id, Told.KNOWN);
    };
  }

  private Answer list(Request request) {
    return page(request, null, "");
  }

  private Answer page(Request request, @Nullable Outcome outcome, String problem) {
    var frame = framing.of(request, "sources", "Import");
    return Html.page(out -> JteimportGenerated.render(out, null, frame, outcome, problem));
  }

  private Answer importList(Request request) {
    var list = Form.of(request).text("list");
    if (list.isBlank()) {
      return page(request, null, "Choose a file or paste its text.");
    }
    var imports = new Imports(parts);
    var bytes = list.getBytes(UTF_8);
    var results =
        list.stripLeading().startsWith("<") ? imports.outlines(bytes) : imports.table(bytes);
    return page(
        request,
        new Outcome(
            results.stream().filter(one -> one.kind().equals("added")).count(),
            results.stream().filter(one -> one.kind().equals("known")).count(),
            results.stream().filter(one -> one.id() == null).limit(MOST_SHOWN).toList()),
        "");
  }
}
