package dev.feedwarden.app;

import dev.feedwarden.app.FeedsYaml.Given;
import dev.feedwarden.app.FeedsYaml.Item;
import dev.feedwarden.app.FeedsYaml.Value;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.policy.Admission.Judged;
import dev.feedwarden.policy.Cells;
import dev.feedwarden.policy.Policy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The feeds that a file declares, each of them checked; what is wrong is told with its line. */
final class FeedsFile {
  private static final List<String> KEYS =
      List.of("url", "name", "tags", "interval", "notes", "policy", "enabled", "auth", "mode");

  private final Path file;
  private final Admission admission;
  private final Policy policy;
  private final FeedAuth auth;
  private final List<String> problems = new ArrayList<>();
  private final Map<String, Integer> lines = new HashMap<>();

  private FeedsFile(Path file, Admission admission, Policy policy, FeedAuth auth) {
    this.file = file;
    this.admission = admission;
    this.policy = policy;
    this.auth = auth;
  }

  /** Everything that reading a file of feeds can come to. */
  sealed interface Read {
    record Good(List<Settings> feeds) implements Read {
      public Good {
        feeds = List.copyOf(feeds);
      }
    }

    record Bad(List<String> problems) implements Read {
      public Bad {
        problems = List.copyOf(problems);
      }
    }
  }

  static Read read(
      Path file, Reading<String> content, Admission admission, Policy policy, FeedAuth auth) {
    return switch (content) {
      case Reading.Bad<String>(var reason) ->
          new Read.Bad(List.of(file + ": the file " + reason + "."));
      case Reading.Good<String>(var text) ->
          new FeedsFile(file, admission, policy, auth).read(FeedsYaml.read(text));
    };
  }

  private Read read(FeedsYaml.Found found) {
    found.problems().forEach(problem -> problem(problem.line(), problem.sentence()));
    var feeds = new ArrayList<Settings>();
    for (var item : found.items()) {
      var url = url(item);
      if (url != null) {
        feeds.add(settings(item, url));
      }
    }
    return problems.isEmpty() ? new Read.Good(feeds) : new Read.Bad(problems);
  }

  private @Nullable WebUrl url(Item item) {
    item.values()
        .forEach(
            (key, given) -> {
              if (!KEYS.contains(key)) {
                var meant = Nearest.to(key, KEYS).map(k -> "; did you mean " + k + "?").orElse("");
                problem(given.line(), "the key " + Reading.quoted(key) + " is not known" + meant);
              }
            });
    var text = text(item, "url");
    if (text.isEmpty()) {
      problem(item.line(), "the feed has no url");
      return null;
    }
    var line = line(item, "url");
    return switch (admission.feed(text)) {
      case Judged.Good(var url) -> {
        var first = lines.putIfAbsent(url.key(), line);
        if (first != null) {
          problem(line, "the URL " + url.masked() + " is in line " + first + " already");
        }
        yield url;
      }
      case Judged.Bad(var reason) -> {
        problem(line, "the URL " + Reading.quoted(WebUrl.maskedText(text)) + " " + reason);
        yield null;
      }
      case Judged.Private(var url) -> {
        problem(
            line,
            "the URL "
                + url.masked()
                + " is private, local or reserved and not allowed by FEEDWARDEN_ALLOWED_ADDRESSES");
        yield null;
      }
    };
  }

  private Settings settings(Item item, WebUrl url) {
    return new Settings(
        label(item, url),
        url,
        isEnabled(item),
        new Intake(interval(item), mode(item)),
        credentials(item),
        overrides(item));
  }

  private Label label(Item item, WebUrl url) {
    var given = text(item, "name");
    var name = given.isEmpty() ? url.host() : given;
    if (!Admission.isName(name)) {
      var longest = Admission.LONGEST_NAME;
      problem(line(item, "name"), "name must be 1 to " + longest + " printable characters");
    }
    var notes = text(item, "notes");
    if (notes.length() > Label.LONGEST_NOTES) {
      problem(line(item, "notes"), "notes has more than " + Label.LONGEST_NOTES + " characters");
    }
    return new Label(name, tags(item), notes.isEmpty() ? null : notes);
  }

  private SortedSet<Tag> tags(Item item) {
    var given = item.values().get("tags");
    var words =
        given != null && given.value() instanceof Value.Items(var items)
            ? items
            : List.of(text(item, "tags").split(","));
    var tags = new TreeSet<Tag>();
    for (var word : words) {
      var tag = Tag.parse(word);
      tag.ifPresent(tags::add);
      if (tag.isEmpty() && !word.isBlank()) {
        problem(line(item, "tags"), "a tag has 1 to 64 characters without commas");
      }
    }
    if (tags.size() > Label.MOST_TAGS) {
      problem(line(item, "tags"), "a feed has at most " + Label.MOST_TAGS + " tags");
      tags.clear();
    }
    return tags;
  }

  private boolean isEnabled(Item item) {
    var text = text(item, "enabled");
    if (!text.isEmpty() && !text.equals("true") && !text.equals("false")) {
      problem(line(item, "enabled"), "enabled must be true or false");
    }
    return !text.equals("false");
  }

  private Intake.Mode mode(Item item) {
    var text = text(item, "mode");
    var mode = Intake.Mode.parse(text);
    if (!text.isEmpty() && mode.isEmpty()) {
      problem(line(item, "mode"), "mode must be feed or feed+pages, not " + Reading.quoted(text));
    }
    return mode.orElse(Intake.Mode.FEED);
  }

  private @Nullable Duration interval(Item item) {
    var text = text(item, "interval");
    if (text.isEmpty()) {
      return null;
    }
    var interval = Admission.interval(text).orElse(null);
    if (interval == null) {
      problem(
          line(item, "interval"),
          "interval must be 1 to 1440 minutes, such as 30, 90m or 2h, not " + Reading.quoted(text));
    }
    return interval;
  }

  private Credentials.@Nullable Encrypted credentials(Item item) {
    var given = item.values().get("auth");
    if (given == null) {
      return null;
    }
    if (!(given.value() instanceof Value.Cells(var cells))) {
      problem(given.line(), "auth must be such as {type: basic, user: eve, secret_env: NAME}");
      return null;
    }
    return switch (auth.read(cells)) {
      case Reading.Good<Credentials.Encrypted>(var locked) -> locked;
      case Reading.Bad<Credentials.Encrypted>(var reason) -> {
        problem(given.line(), "auth " + reason);
        yield null;
      }
    };
  }

  private @Nullable Overrides overrides(Item item) {
    var given = item.values().get("policy");
    if (given == null || !(given.value() instanceof Value.Cells(var cells))) {
      if (!text(item, "policy").isEmpty()) {
        problem(line(item, "policy"), "policy must be such as {profile: adaptive}");
      }
      return null;
    }
    var overrides = new Overrides(cells);
    if (Cells.write(policy.table(), policy.common(), overrides)
        instanceof Cells.Written.Bad(var faults)) {
      faults.forEach(fault -> problem(given.line(), "policy: " + fault));
    }
    return cells.isEmpty() ? null : overrides;
  }

  private static int line(Item item, String key) {
    var given = item.values().get(key);
    return given == null ? item.line() : given.line();
  }

  private String text(Item item, String key) {
    return switch (item.values().get(key)) {
      case null -> "";
      case Given(_, Value.Text(var text)) -> text.strip();
      case Given(_, Value.Items _) when key.equals("tags") -> "";
      case Given(_, Value.Cells _) when key.equals("policy") -> "";
      case Given(var line, Value.Items _) -> many(line, key);
      case Given(var line, Value.Cells _) -> many(line, key);
    };
  }

  private String many(int line, String key) {
    problem(line, key + " must be one plain value");
    return "";
  }

  private void problem(int line, String sentence) {
    var where = file + (line > 0 ? ", line " + line : "") + ": ";
    var end = sentence.endsWith("?") ? "" : ".";
    if (!problems.contains(where + sentence + end)) {
      problems.add(where + sentence + end);
    }
  }
}
