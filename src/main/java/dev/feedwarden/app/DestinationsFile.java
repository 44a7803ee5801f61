package dev.feedwarden.app;

import dev.feedwarden.app.FeedsYaml.Given;
import dev.feedwarden.app.FeedsYaml.Item;
import dev.feedwarden.app.FeedsYaml.Value;
import dev.feedwarden.deliver.Topic;
import dev.feedwarden.deliver.Wants;
import dev.feedwarden.fetch.MailServer.Security;
import dev.feedwarden.model.Happening;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The destinations that a file names, each of them checked; what is wrong is told with its line.
 */
final class DestinationsFile {
  private static final Set<String> COMMON = Set.of("name", "kind", "events", "tags", "sources");
  private static final Map<String, Set<String>> KEYS =
      Map.of(
          "slack", Set.of("url"),
          "slack_bot", Set.of("token", "channel", "api"),
          "webhook", Set.of("url", "secret"),
          "mail", Set.of("server", "security", "user", "password", "from", "to"),
          "file", Set.of("path"));
  private static final Set<String> SECRETS = Set.of("url", "token", "secret", "password");
  private static final String ADDRESS = "[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}";
  private static final String SLACK_API = "https://slack.com/api/chat.postMessage";

  private final Path file;
  private final Function<Path, Path> resolved;
  private final List<String> problems = new ArrayList<>();

  private DestinationsFile(Path file, Function<Path, Path> resolved) {
    this.file = file;
    this.resolved = resolved;
  }

  /** One destination. */
  record Named(String name, Wants wants, Way way) {}

  /** How it is reached. */
  sealed interface Way {
    record Slack(Secret url) implements Way {}

    record SlackBot(WebUrl api, Secret token, String channel) implements Way {}

    record Webhook(Secret url, @Nullable Secret secret) implements Way {}

    record Mail(
        String host,
        int port,
        Security security,
        @Nullable String user,
        @Nullable Secret password,
        From from)
        implements Way {}

    record Lines(Path path) implements Way {}
  }

  /** Who writes to whom. */
  record From(String from, List<String> to) {
    From {
      to = List.copyOf(to);
    }
  }

  /** Reads a file; what is wrong with it stops the start. */
  static List<Named> read(Path file) {
    var parent = file.toAbsolutePath().getParent();
    var reading = new DestinationsFile(file, path -> parent == null ? path : parent.resolve(path));
    var named =
        switch (TextFile.read(file)) {
          case Reading.Bad<String>(var reason) ->
              throw new OperatorMistake(file + ": the file " + reason + ".");
          case Reading.Good<String>(var text) -> reading.all(FeedsYaml.read(text, "destinations"));
        };
    if (!reading.problems.isEmpty()) {
      throw new OperatorMistake(reading.problems);
    }
    return named;
  }

  private List<Named> all(FeedsYaml.Found found) {
    found.problems().forEach(one -> problem(one.line(), one.sentence()));
    var names = new HashSet<String>();
    var all = new ArrayList<Named>();
    for (var item : found.items()) {
      var name = text(item, "name");
      if (!name.matches("[a-z0-9][a-z0-9_-]{0,39}")) {
        problem(item.line(), "a destination needs a name of small letters, digits and dashes");
      } else if (!names.add(name) || name.equals("slack")) {
        problem(item.line(), "the name " + name + " is taken");
      }
      var way = way(item);
      if (way != null) {
        all.add(new Named(name, wants(item), way));
      }
    }
    return all;
  }

  private @Nullable Way way(Item item) {
    var kind = text(item, "kind");
    var keys = KEYS.get(kind);
    if (keys == null) {
      problem(item.line(), "the kind must be one of file, mail, slack, slack_bot, webhook");
      return null;
    }
    item.values()
        .forEach(
            (key, given) -> {
              var plain = key.endsWith("_file") ? key.substring(0, key.length() - 5) : key;
              var isSecretFile = key.endsWith("_file") && SECRETS.contains(plain);
              if (!COMMON.contains(key)
                  && !(keys.contains(plain) && (isSecretFile || plain.equals(key)))) {
                problem(
                    given.line(), "the key " + Reading.quoted(key) + " is not known for " + kind);
              }
            });
    return switch (kind) {
      case "slack" -> new Way.Slack(url(item));
      case "slack_bot" ->
          new Way.SlackBot(api(item), needed(item, "token"), needed(item, "channel").value());
      case "webhook" -> new Way.Webhook(url(item), secret(item, "secret"));
      case "mail" -> mail(item);
      default -> new Way.Lines(resolved.apply(Path.of(needed(item, "path").value())));
    };
  }

  private WebUrl api(Item item) {
    var text = text(item, "api");
    return WebUrl.parse(text.isEmpty() ? SLACK_API : text) instanceof WebUrl.Parsed.Good(var url)
        ? url
        : bad(item, "the api is not a URL", WebUrl.of(SLACK_API));
  }

  private Secret url(Item item) {
    var url = needed(item, "url");
    return WebUrl.parse(url.value()) instanceof WebUrl.Parsed.Good
        ? url
        : bad(item, "the url is not one", url);
  }

  private Way mail(Item item) {
    var server = needed(item, "server").value();
    var isPlace = server.matches("[A-Za-z0-9.-]{1,253}:[0-9]{1,5}");
    var from = needed(item, "from").value();
    var to = items(item, "to");
    if (!isPlace) {
      problem(item.line(), "the server must be HOST:PORT");
    }
    if (to.isEmpty() || !from.matches(ADDRESS) || !to.stream().allMatch(t -> t.matches(ADDRESS))) {
      problem(item.line(), "from and to must be mail addresses");
    }
    var colon = isPlace ? server.indexOf(':') : 0;
    var user = text(item, "user");
    return new Way.Mail(
        server.substring(0, colon).toLowerCase(Locale.ROOT),
        isPlace ? Integer.parseInt(server.substring(colon + 1)) : 0,
        security(item),
        user.isEmpty() ? null : user,
        secret(item, "password"),
        new From(from, to));
  }

  private Security security(Item item) {
    var text = text(item, "security");
    return Arrays.stream(Security.values())
        .filter(
            one -> one.name().toLowerCase(Locale.ROOT).equals(text.isEmpty() ? "starttls" : text))
        .findFirst()
        .orElseGet(
            () -> bad(item, "the security must be starttls, tls or none", Security.STARTTLS));
  }

  private Wants wants(Item item) {
    var topics = new HashSet<Topic>();
    var kinds = new HashSet<String>();
    for (var event : items(item, "events")) {
      var topic = Arrays.stream(Topic.values()).filter(one -> one.wire().equals(event)).findFirst();
      topic.ifPresent(topics::add);
      if (topic.isEmpty() && !Happening.WORDS.contains(event)) {
        problem(item.line(), "there is no event " + Reading.quoted(event));
      } else if (topic.isEmpty()) {
        kinds.add(event);
      }
    }
    var tags = new HashSet<String>();
    items(item, "tags")
        .forEach(
            tag ->
                Tag.parse(tag)
                    .ifPresentOrElse(
                        one -> tags.add(one.value()),
                        () -> problem(item.line(), Reading.quoted(tag) + " is not a tag")));
    var sources = new HashSet<SourceId>();
    items(item, "sources")
        .forEach(
            id ->
                SourceId.parse(id)
                    .ifPresentOrElse(
                        sources::add,
                        () -> problem(item.line(), Reading.quoted(id) + " is not a source's id")));
    return topics.isEmpty() && kinds.isEmpty()
        ? new Wants(Set.of(Topic.values()), tags, sources)
        : new Wants(topics, kinds, tags, sources);
  }

  // A secret may be in a file of its own.
  private @Nullable Secret secret(Item item, String key) {
    var direct = text(item, key);
    var path = text(item, key + "_file");
    if (!direct.isEmpty() || path.isEmpty()) {
      return direct.isEmpty() ? null : new Secret(direct);
    }
    return switch (TextFile.read(resolved.apply(Path.of(path)))) {
      case Reading.Good<String>(var text) -> new Secret(text.strip());
      case Reading.Bad<String>(var reason) ->
          bad(item, "the file of the " + key + " " + reason, new Secret(""));
    };
  }

  private Secret needed(Item item, String key) {
    var given = secret(item, key);
    return given == null || given.value().isBlank()
        ? bad(item, "the " + key + " is missing", new Secret(""))
        : given;
  }

  private <T> T bad(Item item, String sentence, T instead) {
    problem(item.line(), sentence);
    return instead;
  }

  private static String text(Item item, String key) {
    return item.values().get(key) instanceof Given(_, Value.Text(var text)) ? text.strip() : "";
  }

  private static List<String> items(Item item, String key) {
    return switch (item.values().get(key)) {
      case Given(_, Value.Items(var items)) -> items.stream().map(String::strip).toList();
      case Given(_, Value.Text(var text)) ->
          text.isBlank() ? List.of() : Arrays.stream(text.split(",")).map(String::strip).toList();
      case null, default -> List.of();
    };
  }

  private void problem(int line, String sentence) {
    problems.add(file + (line == 0 ? "" : ", line " + line) + ": " + sentence + ".");
  }
}
