package dev.feedwarden.app;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.policy.Cells;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeMap;

/** A profile and cells of the error table, as somebody wrote them in YAML. */
public final class PolicyText {
  private static final String GROUP = "policy.";

  private PolicyText() {}

  /**
   * Reads and checks them; what is wrong is the operator's mistake, a sentence each.
   *
   * @param where what the sentences begin with
   */
  public static Overrides checked(String where, String text, Config config) {
    var layer = YamlFile.read(Path.of(where), text);
    if (!layer.problems().isEmpty()) {
      throw new OperatorMistake(layer.problems());
    }
    var cells = new TreeMap<String, String>();
    for (var entry : layer.entries()) {
      if (entry.origin() instanceof Origin.InFile(_, var key)) {
        var name = key.toLowerCase(Locale.ROOT);
        cells.put(
            name.startsWith(GROUP) ? name.substring(GROUP.length()) : name, entry.value().strip());
      }
    }
    var overrides = new Overrides(cells);
    return switch (Cells.write(Wiring.policy(config).table(), overrides)) {
      case Cells.Written.Good _ -> overrides;
      case Cells.Written.Bad(var problems) ->
          throw new OperatorMistake(
              problems.stream().map(problem -> where + ": " + problem + ".").toList());
    };
  }
}
