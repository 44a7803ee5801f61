package dev.feedwarden.api.pages;

import dev.feedwarden.model.Durations;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.policy.ErrorTable;
import dev.feedwarden.policy.ErrorTable.Action;
import dev.feedwarden.policy.ErrorTable.Rule;
import java.util.Arrays;
import java.util.List;

/** One row of the error table that holds for a source. */
public record PolicyRow(String type, String after, String cooldown) {
  static List<PolicyRow> of(ErrorTable table) {
    return Arrays.stream(ErrorType.values()).map(type -> row(type, table.rule(type))).toList();
  }

  private static PolicyRow row(ErrorType type, Rule rule) {
    return switch (rule) {
      case Rule.Counted counted when counted.after() == ErrorTable.NEVER ->
          new PolicyRow(type.wire(), "never", "");
      case Rule.Counted counted when counted.action() == Action.NOTIFY ->
          new PolicyRow(type.wire(), counted.after() + " in a row: told, not disabled", "");
      case Rule.Counted counted ->
          new PolicyRow(
              type.wire(),
              counted.after() == 1 ? "the first" : counted.after() + " in a row",
              Durations.text(counted.cooldown()));
      case Rule.Uncounted _ -> new PolicyRow(type.wire(), "never; waits longer", "");
    };
  }
}
