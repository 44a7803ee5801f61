package dev.feedwarden.deliver;

import dev.feedwarden.fetch.MailServer;
import dev.feedwarden.fetch.MailServer.Security;
import dev.feedwarden.model.Happening;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was written about somebody who is to be told, whether in a file or over the API: each field
 * with its values. Whoever is at fault is told which field, and what it must be.
 */
public final class AddresseeFields {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Set<String> COMMON = Set.of("name", "kind", "events", "tags", "sources");
  private static final Map<String, Set<String>> OF_KIND =
      Map.of(
          "slack", Set.of("url"),
          "slack_bot", Set.of("token", "channel", "api"),
          "webhook", Set.of("url", "secret"),
          "mail", Set.of("server", "security", "user", "password", "from", "to"),
          "kafka", KafkaFields.NAMES,
          "file", Set.of("path"));

  /** The fields that are never shown. */
  public static final Set<String> SECRETS = Set.of("url", "token", "secret", "password");

  private static final int LONGEST = 2_000;
  private static final int MOST_MAILBOXES = 50;
  private static final String MAILBOX = "[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}";
  private static final String SLACK_API = "https://slack.com/api/chat.postMessage";

  private final Map<String, List<String>> values;
  private final Function<String, Path> resolved;
  private final Map<String, String> faults = new TreeMap<>();

  private AddresseeFields(Map<String, List<String>> values, Function<String, Path> resolved) {
    this.values = values;
    this.resolved = resolved;
  }

  /**
   * Reads them; nothing if there is a fault, which is told.
   *
   * @param resolved where a path leads
   * @param fault is given a field and what it must be
   */
  public static Optional<Addressee> read(
      Map<String, List<String>> values,
      Function<String, Path> resolved,
      BiConsumer<String, String> fault) {
    var fields = new AddresseeFields(values, resolved);
    var addressee = fields.addressee();
    fields.faults.forEach(fault);
    return fields.faults.isEmpty() ? Optional.ofNullable(addressee) : Optional.empty();
  }

  /** All of them as one text, to be locked away. */
  public static String text(Map<String, List<String>> values) {
    return JSON.writeValueAsString(values);
  }

  /** Reads such a text; nothing if it is not what we would write now. */
  public static Optional<Addressee> read(String text) {
    var values = JSON.readValue(text, new TypeReference<Map<String, List<String>>>() {});
    return read(values, Path::of, (_, _) -> {});
  }

  private @Nullable Addressee addressee() {
    var name = text("name");
    if (!name.matches("[a-z0-9][a-z0-9_-]{0,39}")) {
      fault("name", "must be 1 to 40 small letters, digits and dashes");
    }
    var kind = text("kind");
    var known = OF_KIND.get(kind);
    if (known == null) {
      fault("kind", "must be one of file, kafka, mail, slack, slack_bot, webhook");
      return null;
    }
    values.keySet().stream()
        .filter(key -> !COMMON.contains(key) && !known.contains(key))
        .forEach(key -> fault(key, "is not known for the kind " + kind));
    var way = way(kind);
    return way == null ? null : new Addressee(name, wants(), way);
  }

  private @Nullable Way way(String kind) {
    return switch (kind) {
      case "slack" -> new Way.Slack(url("url", needed("url")));
      case "slack_bot" -> bot();
      case "webhook" -> new Way.Webhook(url("url", needed("url")), secret());
      case "mail" -> mail();
      case "kafka" -> KafkaFields.way(this);
      default -> lines();
    };
  }

  private Way bot() {
    var api = text("api").isEmpty() ? SLACK_API : text("api");
    var token = needed("token");
    if (!token.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
      fault("token", "must be one word"); // it becomes a header
    }
    var good = url("api", api);
    return new Way.SlackBot(
        WebUrl.of(faults.containsKey("api") ? SLACK_API : good.value()),
        new Way.Hidden(token),
        needed("channel"));
  }

  private Way.Hidden url(String field, String text) {
    if (!text.isEmpty() && WebUrl.parse(text) instanceof WebUrl.Parsed.Bad(var reason)) {
      fault(field, "must be a URL, and this one " + reason);
    }
    return new Way.Hidden(text);
  }

  private Way.@Nullable Hidden secret() {
    var text = text("secret");
    if (text.equals(Webhook.PREFIX)) {
      fault("secret", "must not be empty");
    }
    return text.isEmpty() ? null : new Way.Hidden(text);
  }

  private @Nullable Way lines() {
    try {
      return new Way.Lines(resolved.apply(needed("path")));
    } catch (InvalidPathException notAPath) {
      fault("path", "must be a path");
      return null;
    }
  }

  private Way mail() {
    var place = needed("server").split(":", -1);
    var port = place.length == 2 && place[1].matches("[0-9]{1,5}") ? Integer.parseInt(place[1]) : 0;
    if (port < 1 || port > 65_535 || !place[0].matches("[A-Za-z0-9.-]{1,253}")) {
      fault("server", "must be HOST:PORT");
    }
    var from = needed("from");
    if (!from.matches(MAILBOX)) {
      fault("from", "must be a mail address");
    }
    var to = items("to");
    if (to.isEmpty()
        || to.size() > MOST_MAILBOXES
        || !to.stream().allMatch(one -> one.matches(MAILBOX))) {
      fault("to", "must be 1 to " + MOST_MAILBOXES + " mail addresses");
    }
    return new Way.Mail(
        new MailServer.Place(place[0].toLowerCase(Locale.ROOT), port, security()),
        login(),
        from,
        to);
  }

  private Security security() {
    var text = text("security").isEmpty() ? "starttls" : text("security");
    return Arrays.stream(Security.values())
        .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseGet(
            () -> {
              fault("security", "must be starttls, tls or none");
              return Security.STARTTLS;
            });
  }

  private MailServer.@Nullable Login login() {
    var user = text("user");
    var password = text("password");
    if (user.isEmpty() != password.isEmpty()) {
      fault(user.isEmpty() ? "user" : "password", "must be given with the other of the two");
    }
    return user.isEmpty() ? null : new MailServer.Login(user, password);
  }

  private Wants wants() {
    var topics = new HashSet<Topic>();
    var kinds = new HashSet<String>();
    for (var event : items("events")) {
      var topic = Arrays.stream(Topic.values()).filter(one -> one.wire().equals(event)).findFirst();
      topic.ifPresent(topics::add);
      if (topic.isEmpty() && Happening.WORDS.contains(event)) {
        kinds.add(event);
      } else if (topic.isEmpty()) {
        fault("events", "must be topics or kinds of events");
      }
    }
    var tags = new HashSet<String>();
    for (var tag : items("tags")) {
      Tag.parse(tag)
          .ifPresentOrElse(one -> tags.add(one.value()), () -> fault("tags", "must be tags"));
    }
    var sources = new HashSet<SourceId>();
    for (var id : items("sources")) {
      SourceId.parse(id)
          .ifPresentOrElse(sources::add, () -> fault("sources", "must be ids of sources"));
    }
    return topics.isEmpty() && kinds.isEmpty()
        ? new Wants(Set.of(Topic.values()), tags, sources)
        : new Wants(topics, kinds, tags, sources);
  }

  String text(String field) {
    var given = values.getOrDefault(field, List.of());
    if (given.size() > 1 || given.stream().anyMatch(one -> one.length() > LONGEST)) {
      fault(field, "must be one text of at most " + LONGEST + " characters");
      return "";
    }
    return given.isEmpty() ? "" : given.getFirst().strip();
  }

  String needed(String field) {
    var text = text(field);
    if (text.isEmpty()) {
      fault(field, "must be given");
    }
    return text;
  }

  // A person may write "a, b" where a list is meant.
  List<String> items(String field) {
    return values.getOrDefault(field, List.of()).stream()
        .flatMap(one -> Arrays.stream(one.split(",")))
        .map(String::strip)
        .filter(one -> !one.isEmpty())
        .toList();
  }

  void fault(String field, String message) {
    faults.putIfAbsent(field, message);
  }
}
