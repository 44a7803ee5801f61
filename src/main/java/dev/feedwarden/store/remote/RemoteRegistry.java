package dev.feedwarden.store.remote;

import dev.feedwarden.fetch.Sender;
import dev.feedwarden.fetch.Sender.Message;
import dev.feedwarden.fetch.Sender.Reply;
import dev.feedwarden.fetch.Sender.Verb;
import dev.feedwarden.model.Listed;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.StandingReport;
import dev.feedwarden.model.WebUrl;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A registry elsewhere, over its REST API: whose sources a crawler polls. */
public final class RemoteRegistry implements AutoCloseable {
  /** A page of the longest names and notes. */
  public static final int LARGEST_ANSWER = 32 << 20;

  private static final int PAGE = 500;
  private static final String SOURCES = "/api/v1/sources";
  private static final JsonMapper JSON = new JsonMapper();

  private final Sender sender;
  private final WebUrl registry;
  private final Map<String, String> headers;
  private final ListedFields fields;

  /**
   * @param registry its origin
   * @param open makes readable what the registry has sealed, if it has the same key
   */
  public RemoteRegistry(
      Sender sender, WebUrl registry, String token, Function<String, Optional<String>> open) {
    this.sender = sender;
    this.registry = registry;
    this.headers = Map.of("Authorization", "Bearer " + token, "Accept", "application/json");
    this.fields = new ListedFields(open);
  }

  /** How people know it. */
  public String url() {
    return registry.text().replaceFirst("/$", "");
  }

  /** What tells the registry from others, if we may do there what a crawler does. */
  public Heard<String> identity() throws InterruptedException {
    return switch (ask(Verb.GET, "/api/v1/registry", "")) {
      case Reply.Answered answer when answer.status() == 404 -> noRegistry();
      case Reply.Answered answer when answer.status() == 409 ->
          mistaken(" is a crawler itself; name the registry that it follows");
      case Reply reply -> good(reply).then(this::identity);
    };
  }

  private Heard<String> identity(JsonNode answer) {
    var id = answer.path("registry_id").asString("");
    if (id.isEmpty()) {
      return noRegistry();
    }
    return answer.path("scope").asString("").equals("read") ? mayNot() : new Heard.Good<>(id);
  }

  /**
   * A part of the list.
   *
   * @param unread sources that are in it and could not be understood, with the reason
   * @param next where the next part begins; nothing at the end
   */
  public record Page(List<Listed> sources, Map<SourceId, String> unread, @Nullable SourceId next) {}

  /** The sources that are to be polled and follow one, in the order of their ids. */
  public Heard<Page> page(@Nullable SourceId after) throws InterruptedException {
    var path =
        "%s?feed_active=true&sealed=true&limit=%d&after=%s"
            .formatted(SOURCES, PAGE, after == null ? "" : after);
    return good(ask(Verb.GET, path, "")).then(answer -> page(after, answer));
  }

  private Heard<Page> page(@Nullable SourceId after, JsonNode answer) {
    var sources = new ArrayList<Listed>();
    var unread = new LinkedHashMap<SourceId, String>();
    var last = after;
    if (!answer.path("sources").isArray()) {
      return noRegistry();
    }
    for (var one : answer.path("sources")) {
      var id = SourceId.parse(one.path("id").asString("")).orElse(null);
      if (id == null || (last != null && last.compareTo(id) >= 0)) {
        return new Heard.Silent<>("the registry " + url() + " lists its sources out of order");
      }
      last = id;
      switch (fields.read(id, one)) {
        case ListedFields.Read.Good(var listed) -> sources.add(listed);
        case ListedFields.Read.Bad(var why) -> unread.put(id, why);
      }
    }
    var next = answer.path("next_after").asString("");
    if (next.isEmpty()) {
      return new Heard.Good<>(new Page(sources, unread, null));
    }
    return last == null || !next.equals(last.value())
        ? new Heard.Silent<>("the registry " + url() + " lists its sources out of order")
        : new Heard.Good<>(new Page(sources, unread, last));
  }

  /** What the registry made of a report. */
  public sealed interface Told {
    /**
     * It did so, now or before.
     *
     * @param revision of the source after it
     */
    record Accepted(long revision) implements Told {}

    /** It knows better, or knows no such source. */
    record Refused(String why) implements Told {}
  }

  private static final Set<Integer> REFUSALS = Set.of(400, 404, 409, 412, 415, 422);

  /** Tells a decision of the policy; it may be told again. */
  public Heard<Told> report(StandingReport report) throws InterruptedException {
    var path = SOURCES + "/" + report.source() + "/";
    var body = new LinkedHashMap<String, Object>();
    body.put("revision", report.revision());
    body.put("by", "policy");
    body.put("evidence", report.evidence());
    if (report.standing() instanceof Standing.Cooling(var reason, var since, var until, _)) {
      body.put("reason", reason.wire());
      body.put("since", since.toString());
      body.put("until", until.toString());
      path += "feed-disable";
    } else {
      path += "feed-enable";
    }
    var reply = ask(Verb.PATCH, path, JSON.writeValueAsString(body));
    return reply instanceof Reply.Answered answer && REFUSALS.contains(answer.status())
        ? new Heard.Good<>(new Told.Refused(detail(answer)))
        : good(reply).then(RemoteRegistry::accepted);
  }

  private static Heard<Told> accepted(JsonNode answer) {
    return new Heard.Good<>(new Told.Accepted(answer.path("revision").asLong(0)));
  }

  private static String detail(Reply.Answered answer) {
    var detail = tree(answer.text()).map(node -> node.path("detail").asString("")).orElse("");
    return answer.status() + " " + detail.substring(0, Math.min(detail.length(), 200));
  }

  private Reply ask(Verb verb, String path, String body) throws InterruptedException {
    return sender.send(new Message(verb, WebUrl.of(url() + path), headers, Sender.JSON, body));
  }

  private Heard<JsonNode> good(Reply reply) {
    return switch (reply) {
      case Reply.Unanswered(var cause) ->
          new Heard.Silent<>("the registry " + url() + " cannot be reached (" + cause.wire() + ")");
      case Reply.Answered answer ->
          switch (answer.status()) {
            case 200 ->
                tree(answer.text())
                    .<Heard<JsonNode>>map(Heard.Good::new)
                    .orElseGet(this::noRegistry);
            case 401 ->
                new Heard.Mistaken<>(
                    "REGISTRY_TOKEN: the registry "
                        + url()
                        + " does not know the token, or no longer");
            case 403 -> mayNot();
            case 421 -> mistaken(" is not known there by that name; see its PUBLIC_URL");
            case 404, 405 -> noRegistry();
            default ->
                answer.status() >= 300 && answer.status() < 400
                    ? mistaken(" sends us elsewhere; name the registry's own address")
                    : new Heard.Silent<>(
                        "the registry " + url() + " answers with " + answer.status());
          };
    };
  }

  private <T> Heard<T> mayNot() {
    return new Heard.Mistaken<>(
        "REGISTRY_TOKEN: the token may only read at the registry "
            + url()
            + "; mint one there by 'feedwarden token --scope write'");
  }

  private <T> Heard<T> noRegistry() {
    return mistaken(" answers, but not as a registry of Feedwarden does");
  }

  private <T> Heard<T> mistaken(String words) {
    return new Heard.Mistaken<>("REGISTRY_URL: " + url() + words);
  }

  private static Optional<JsonNode> tree(String text) {
    try {
      return Optional.of(JSON.readTree(text));
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    sender.close();
  }
}
