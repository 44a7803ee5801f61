package dev.feedwarden.app;

import dev.feedwarden.app.FeedsYaml.Item;
import dev.feedwarden.app.FeedsYaml.Value;
import dev.feedwarden.deliver.Addressee;
import dev.feedwarden.deliver.AddresseeFields;
import dev.feedwarden.model.OperatorMistake;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The destinations that a file names, each of them checked; what is wrong is told with its line.
 */
final class DestinationsFile {
  private static final String IN_FILE = "_file";

  private final Path file;
  private final List<String> problems = new ArrayList<>();

  private DestinationsFile(Path file) {
    this.file = file;
  }

  /** Reads a file; what is wrong with it stops the start. */
  static List<Addressee> read(Path file) {
    var reading = new DestinationsFile(file);
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

  private List<Addressee> all(FeedsYaml.Found found) {
    found.problems().forEach(one -> problem(one.line(), one.sentence()));
    var names = new HashSet<String>(List.of("slack")); // which SLACK_WEBHOOK_URL has
    var all = new ArrayList<Addressee>();
    for (var item : found.items()) {
      one(item)
          .ifPresent(
              named -> {
                if (!names.add(named.name())) {
                  fault(item, "name", "must be another one: " + named.name() + " is taken");
                }
                all.add(named);
              });
    }
    return all;
  }

  private Optional<Addressee> one(Item item) {
    return AddresseeFields.read(
        fields(item), this::resolved, (field, message) -> fault(item, field, message));
  }

  private Map<String, List<String>> fields(Item item) {
    var fields = new TreeMap<String, List<String>>();
    item.values()
        .forEach(
            (key, given) -> {
              var plain = key.substring(0, Math.max(0, key.length() - IN_FILE.length()));
              if (key.endsWith(IN_FILE) && AddresseeFields.SECRETS.contains(plain)) {
                fields.put(plain, secret(item, key, given.value()));
              } else {
                fields.putIfAbsent(key, values(given.value()));
              }
            });
    return fields;
  }

  private static List<String> values(Value value) {
    return switch (value) {
      case Value.Text(var text) -> List.of(text);
      case Value.Items(var items) -> items;
      case Value.Cells(var cells) -> List.copyOf(cells.values());
    };
  }

  // A secret may be in a file of its own.
  private List<String> secret(Item item, String key, Value path) {
    try {
      return switch (TextFile.read(resolved(String.join("", values(path)).strip()))) {
        case Reading.Good<String>(var text) -> List.of(text.strip());
        case Reading.Bad<String>(var reason) -> {
          fault(item, key, "names a file that " + reason);
          yield List.of();
        }
      };
    } catch (InvalidPathException notAPath) {
      fault(item, key, "does not name a file");
      return List.of();
    }
  }

  private Path resolved(String path) {
    var folder = file.toAbsolutePath().getParent();
    return folder == null ? Path.of(path) : folder.resolve(path);
  }

  private void fault(Item item, String key, String message) {
    var given = item.values().get(key);
    problem(
        given == null ? item.line() : given.line(),
        "the key " + Reading.quoted(key) + " " + message);
  }

  private void problem(int line, String sentence) {
    problems.add(file + (line == 0 ? "" : ", line " + line) + ": " + sentence + ".");
  }
}
