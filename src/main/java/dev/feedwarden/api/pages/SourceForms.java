package dev.feedwarden.api.pages;

import dev.feedwarden.api.Actions;
import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Form;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.SourceBody;
import dev.feedwarden.api.pages.jte.JteeditGenerated;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Tag;
import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.Interventions.Done;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.Registry;
import java.util.List;
import java.util.stream.Collectors;

/** What a person does to one source. */
public final class SourceForms {
  private static final String ONE = "/sources/{id}";

  private final Parts parts;
  private final Framing framing;
  private final Progress progress;
  private final Registry registry;
  private final Interventions interventions;

  SourceForms(Parts parts, Framing framing, Progress progress) {
    this.parts = parts;
    this.framing = framing;
    this.progress = progress;
    this.registry = new Registry(parts.database());
    this.interventions = new Interventions(parts.database());
  }

  /** What may be edited, as it is. */
  public record View(
      String id,
      String name,
      String url,
      String interval,
      String tags,
      String notes,
      long revision) {}

  List<Route> routes() {
    return List.of(
        Forms.post(ONE + "/poll", Rule.WRITE, "Make it due.", this::poll),
        Forms.post(ONE + "/enable", Rule.WRITE, "Put it back.", this::enable),
        Forms.post(ONE + "/disable", Rule.WRITE, "Take it out.", this::disable),
        Route.get(ONE + "/edit", Rule.WRITE, "The form to change it.", this::edit)
            .answers(new Output(200, "text/html", null)),
        Forms.post(ONE + "/edit", Rule.WRITE, "Change it.", this::change),
        Forms.post(ONE + "/remove", Rule.WRITE, "Forget it.", this::remove));
  }

  private Done act(Request request, String action, String reason) {
    return new Actions(parts, request.who()).named(action, reason, "").apply(request.source());
  }

  private Answer poll(Request request) {
    var id = request.source();
    var since = progress.newest(id);
    var done = act(request, "poll", "manual");
    return done instanceof Done.Changed
        ? Html.seeOther(Forms.address(id) + "?told=" + Told.ASKED.wire() + "&since=" + since)
        : Forms.backTo(id, done, Told.ASKED);
  }

  private Answer enable(Request request) {
    return Forms.backTo(request.source(), act(request, "enable", "manual"), Told.ENABLED);
  }

  private Answer disable(Request request) {
    var reason = Form.of(request).text("reason").strip();
    return Forms.backTo(
        request.source(),
        act(request, "disable", reason.isEmpty() ? "manual" : reason),
        Told.DISABLED);
  }

  private Registered found(SourceId id) {
    return registry.find(id).orElseThrow(Refusal::notFound);
  }

  private Answer edit(Request request) {
    var source = found(request.source()).source();
    var frame = framing.of(request, "sources", "Edit");
    return Html.page(out -> JteeditGenerated.render(out, null, frame, view(source)));
  }

  private static View view(Source source) {
    var settings = source.settings();
    var notes = settings.label().notes();
    return new View(
        source.id().value(),
        settings.name(),
        settings.feedUrl() == null ? "" : settings.feedUrl().masked(),
        settings.interval() == null ? "" : String.valueOf(settings.interval().toMinutes()),
        settings.label().tags().stream().map(Tag::value).collect(Collectors.joining(", ")),
        notes == null ? "" : notes,
        source.revision());
  }

  // What the form was made from must still hold: nobody's change is undone unseen.
  private Answer change(Request request) {
    var id = request.source();
    var form = Form.of(request);
    var source = found(id).source();
    if (!form.text("revision").equals(String.valueOf(source.revision()))) {
      return Forms.backTo(id, Told.STALE);
    }
    var settings = SettingsForm.read(form, source.settings(), SourceBody.CHANGES, parts);
    var done =
        interventions
            .at(source.revision())
            .change(id, settings, request.who(), parts.database().now());
    return Forms.backTo(id, done, Told.CHANGED);
  }

  private Answer remove(Request request) {
    var id = request.source();
    if (!Form.of(request).text("sure").equals("yes")) {
      throw Refusal.field("sure", "must be checked: the articles are removed too");
    }
    if (interventions.remove(id) instanceof Done.Unknown) {
      throw Refusal.notFound();
    }
    return Html.seeOther("/sources?told=" + Told.REMOVED.wire());
  }
}
