package dev.feedwarden.model;

import static java.util.stream.Collectors.joining;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What somebody wrote to have a feed judged otherwise: a profile's name and single cells of the
 * error table, each by its dotted name.
 */
public record Overrides(SortedMap<String, String> cells) {
  public static final Overrides NONE = new Overrides(Map.of());

  public Overrides {
    cells = new TreeMap<>(cells);
  }

  public Overrides(Map<String, String> cells) {
    this(new TreeMap<>(cells));
  }

  /** One {@code name: value} on each line, as it is stored. */
  public String text() {
    return cells.entrySet().stream()
        .map(cell -> cell.getKey() + ": " + cell.getValue())
        .collect(joining("\n"));
  }

  /** Reads what {@link #text} wrote. */
  public static Overrides ofText(String text) {
    var cells = new TreeMap<String, String>();
    text.lines()
        .map(line -> line.split(": ", 2))
        .forEach(pair -> cells.put(pair[0], pair.length == 2 ? pair[1] : ""));
    return new Overrides(cells);
  }
}
