package dev.feedwarden.api.pages;

import dev.feedwarden.api.Actions;
import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Form;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JtebulkGenerated;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.SourceLists;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One thing done to many sources: asked once more, done, and told. */
public final class BulkPage {
  private static final int MOST = 500;
  private static final int NAMED = 20;

  private final Parts parts;
  private final Framing framing;
  private final SourceLists lists;
  private final Registry registry;

  BulkPage(Parts parts, Framing framing) {
    this.parts = parts;
    this.framing = framing;
    this.lists = new SourceLists(parts.database());
    this.registry = new Registry(parts.database());
  }

  /**
   * What is to be done, or was.
   *
   * @param ids the sources that were chosen one by one; none if the filter chooses
   * @param results what came of it, in words; nothing before
   * @param after where the rest goes on, if there is more than one turn may do
   */
  public record View(
      String action,
      String sentence,
      List<String> ids,
      Chosen chosen,
      List<String> names,
      @Nullable List<String> results,
      @Nullable String after) {

    public boolean needsReason() {
      return action.equals("disable");
    }

    public boolean needsTag() {
      return action.endsWith("tag");
    }
  }

  List<Route> routes() {
    return List.of(
        Forms.post("/sources/many", Rule.WRITE, "Do one thing to many sources.", this::act));
  }

  private record Group(List<Registered> sources, @Nullable SourceId next) {}

  private Answer act(Request request) {
    var form = Form.of(request);
    var action = form.text("action");
    if (!Actions.NAMES.contains(action)) {
      throw Refusal.field("action", "is not known");
    }
    var chosen = Chosen.of(form);
    var ids = form.all("id");
    if (ids.isEmpty() && !form.has("everything")) {
      throw Refusal.field("id", "must name at least one source: check some boxes first");
    }
    var group = ids.isEmpty() ? matching(chosen, form.text("after")) : named(ids);
    return form.has("sure")
        ? done(request, form, chosen, group)
        : page(request, view(action, form, chosen, group, null));
  }

  private Group matching(Chosen chosen, String after) {
    var found =
        lists.after(
            chosen.filter(), after.isEmpty() ? null : id(after), MOST + 1, parts.database().now());
    var some = found.stream().limit(MOST).toList();
    return new Group(some, found.size() > MOST ? some.getLast().source().id() : null);
  }

  private Group named(List<String> ids) {
    return new Group(
        ids.stream()
            .distinct()
            .limit(MOST)
            .map(text -> registry.find(id(text)))
            .flatMap(Optional::stream)
            .toList(),
        null);
  }

  private static SourceId id(String text) {
    return SourceId.parse(text).orElseThrow(() -> Refusal.field("id", "must be a source's id"));
  }

  private static View view(
      String action, Form form, Chosen chosen, Group group, @Nullable List<String> results) {
    var count = Words.count(group.sources().size(), "source");
    var sentence =
        switch (action) {
          case "enable" -> "Enable " + count + "? They begin anew and are due at once.";
          case "disable" ->
              "Disable " + count + "? They are not asked until somebody enables them.";
          case "poll" -> "Poll " + count + " now? Each as soon as its host's pace allows.";
          case "tag" -> "Tag " + count + "?";
          default -> "Take a tag from " + count + "?";
        };
    return new View(
        action,
        sentence,
        form.all("id"),
        chosen,
        group.sources().stream()
            .limit(NAMED)
            .map(one -> Remote.line(one.source().settings().name(), 80))
            .toList(),
        results,
        results == null ? form.text("after") : group.next() == null ? null : group.next().value());
  }

  private Answer done(Request request, Form form, Chosen chosen, Group group) {
    var action = form.text("action");
    var reason = form.text("reason").isBlank() ? "manual" : form.text("reason").strip();
    var deed =
        new Actions(parts, request.who()).named(action, reason, form.text("tag_name").strip());
    var counts = new TreeMap<String, Integer>();
    for (var one : group.sources()) {
      counts.merge(Actions.told(deed.apply(one.source().id())), 1, Integer::sum);
    }
    var results =
        counts.entrySet().stream()
            .map(one -> one.getValue() + " " + one.getKey().replace('_', ' '))
            .toList();
    return page(request, view(action, form, chosen, group, results));
  }

  private Answer page(Request request, View view) {
    var frame = framing.of(request, "sources", "Many sources");
    return Html.page(out -> JtebulkGenerated.render(out, null, frame, view));
  }
}
