package dev.feedwarden.policy;

import static java.util.stream.Collectors.joining;

import dev.feedwarden.model.Durations;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.policy.ErrorTable.Action;
import dev.feedwarden.policy.ErrorTable.Counting;
import dev.feedwarden.policy.ErrorTable.Level;
import dev.feedwarden.policy.ErrorTable.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The error table cell by cell: each by its name, as people read and write it. */
public final class Cells {
  /** The name by which overrides choose the table that they change. */
  public static final String PROFILE = "profile";

  private static final int MOST_ERRORS = 1_000;
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofDays(31);

  /** Every cell of a table, in the order in which they are shown. */
  public static final List<Cell> ALL = all();

  private static final Map<String, Cell> BY_NAME =
      ALL.stream().collect(Collectors.toUnmodifiableMap(Cell::name, cell -> cell));

  private Cells() {}

  /**
   * One cell.
   *
   * @param name dotted, such as {@code not_found.cooldown}
   * @param accepts what may be written, as it completes a sentence
   */
  public record Cell(
      String name,
      String accepts,
      Function<ErrorTable, String> print,
      BiFunction<ErrorTable, String, Optional<ErrorTable>> change) {

    public String of(ErrorTable table) {
      return print.apply(table);
    }

    public boolean isGood(String text) {
      return change.apply(Profile.STANDARD.table(), text).isPresent();
    }
  }

  /** What came of writing over a table. */
  public sealed interface Written {
    record Good(ErrorTable table) implements Written {}

    /** Each problem is a sentence without its end, beginning with the name. */
    record Bad(List<String> problems) implements Written {
      public Bad {
        problems = List.copyOf(problems);
      }
    }
  }

  /** A table with other cells; a profile that is named takes the whole table's place first. */
  public static Written write(ErrorTable base, Overrides overrides) {
    return write(base, Common.NOTHING, overrides);
  }

  /** The same, where what is common to all holds for the named profile too. */
  public static Written write(ErrorTable base, Common common, Overrides overrides) {
    var problems = new ArrayList<String>();
    var table = base;
    var profile = overrides.cells().get(PROFILE);
    if (profile != null) {
      var named = Profile.ofWire(profile);
      table = named.map(common::over).orElse(base);
      if (named.isEmpty()) {
        problems.add(
            PROFILE + ": '" + profile + "' is not " + words(Profile.values(), Profile::wire));
      }
    }
    for (var written : overrides.cells().entrySet()) {
      if (written.getKey().equals(PROFILE)) {
        continue;
      }
      var cell = BY_NAME.get(written.getKey());
      if (cell == null) {
        problems.add(written.getKey() + ": there is no such cell in the error table");
        continue;
      }
      var changed = cell.change().apply(table, written.getValue());
      if (changed.isEmpty()) {
        problems.add(cell.name() + ": '" + written.getValue() + "' is not " + cell.accepts());
      }
      table = changed.orElse(table);
    }
    return problems.isEmpty() ? new Written.Good(table) : new Written.Bad(problems);
  }

  private static List<Cell> all() {
    var cells = new ArrayList<Cell>();
    cells.add(
        new Cell(
            "counting",
            words(Counting.values(), Cells::word),
            table -> word(table.counting()),
            (table, text) ->
                choice(Counting.values(), text)
                    .map(c -> new ErrorTable(table.rules(), table.backstop(), c))));
    cells.add(
        new Cell(
            "backstop",
            errors(),
            table -> threshold(table.backstop()),
            (table, text) ->
                threshold(text).map(n -> new ErrorTable(table.rules(), n, table.counting()))));
    for (var type : ErrorType.values()) {
      cells.addAll(row(type));
    }
    return List.copyOf(cells);
  }

  private static List<Cell> row(ErrorType type) {
    var cells = new ArrayList<Cell>();
    cells.add(
        new Cell(
            type.wire() + ".level",
            words(Level.values(), Cells::word),
            table -> word(table.rule(type).level()),
            (table, text) ->
                choice(Level.values(), text)
                    .map(l -> table.with(type, level(table.rule(type), l)))));
    if (Profile.STANDARD.table().rule(type) instanceof Rule.Counted) {
      cells.addAll(counted(type));
    }
    cells.add(
        new Cell(
            type.wire() + ".wait",
            Waits.ACCEPTED,
            table -> Waits.text(table.rule(type).waiting()),
            (table, text) ->
                Waits.parse(text)
                    .map(
                        w ->
                            table.with(
                                type,
                                switch (table.rule(type)) {
                                  case Rule.Counted(var l, var n, var a, var c, _) ->
                                      new Rule.Counted(l, n, a, c, w);
                                  case Rule.Uncounted(var l, _) -> new Rule.Uncounted(l, w);
                                }))));
    return cells;
  }

  private static Rule level(Rule rule, Level level) {
    return switch (rule) {
      case Rule.Counted(_, var n, var a, var c, var w) -> new Rule.Counted(level, n, a, c, w);
      case Rule.Uncounted(_, var w) -> new Rule.Uncounted(level, w);
    };
  }

  private static List<Cell> counted(ErrorType type) {
    return List.of(
        new Cell(
            type.wire() + ".disable_after",
            errors(),
            table -> threshold(counted(table, type).after()),
            (table, text) ->
                threshold(text).map(n -> table.with(type, counted(table, type).after(n)))),
        new Cell(
            type.wire() + ".at_threshold",
            words(Action.values(), Cells::word),
            table -> word(counted(table, type).action()),
            (table, text) ->
                choice(Action.values(), text)
                    .map(
                        action -> {
                          var old = counted(table, type);
                          return table.with(
                              type,
                              new Rule.Counted(
                                  old.level(), old.after(), action, old.cooldown(), old.waiting()));
                        })),
        new Cell(
            type.wire() + ".cooldown",
            "a duration from 1m to 31d",
            table -> Durations.text(counted(table, type).cooldown()),
            (table, text) ->
                duration(text)
                    .map(
                        cooldown -> {
                          var old = counted(table, type);
                          return table.with(
                              type,
                              new Rule.Counted(
                                  old.level(), old.after(), old.action(), cooldown, old.waiting()));
                        })));
  }

  private static Rule.Counted counted(ErrorTable table, ErrorType type) {
    return switch (table.rule(type)) {
      case Rule.Counted counted -> counted;
      case Rule.Uncounted _ -> throw new IllegalStateException(type + " has no threshold");
    };
  }

  static Optional<Duration> duration(String text) {
    return Durations.parse(text)
        .filter(d -> d.compareTo(SHORTEST) >= 0 && d.compareTo(LONGEST) <= 0);
  }

  private static String errors() {
    return "a number from 1 to " + MOST_ERRORS + " or never";
  }

  private static String threshold(int errors) {
    return errors == ErrorTable.NEVER ? "never" : String.valueOf(errors);
  }

  private static Optional<Integer> threshold(String text) {
    if (text.equals("never")) {
      return Optional.of(ErrorTable.NEVER);
    }
    return text.matches("\\d{1,4}")
        ? Optional.of(Integer.valueOf(text)).filter(n -> n >= 1 && n <= MOST_ERRORS)
        : Optional.empty();
  }

  private static <E extends Enum<E>> Optional<E> choice(E[] values, String text) {
    return Arrays.stream(values).filter(value -> word(value).equals(text)).findFirst();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static <E> String words(E[] values, Function<E, String> word) {
    return "one of " + Arrays.stream(values).map(word).collect(joining(", "));
  }
}
