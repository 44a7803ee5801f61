package dev.feedwarden.feed;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Tables as spreadsheets exchange them (RFC 4180): separated by whichever of comma, semicolon and
 * tab the first row has first, with quotes that may hold line ends.
 */
public final class Csv {
  private static final int LARGEST = 10 * 1_024 * 1_024;
  private static final int MOST_ROWS = 100_000;
  // What a spreadsheet would take for a formula, and what we made of such a cell before.
  private static final Pattern FORMULA = Pattern.compile("'*[=+\\-@\t\r].*", Pattern.DOTALL);
  private static final Pattern PLAIN = Pattern.compile("[^\",;\t\r\n ](?:[^\",;\t\r\n]*\\S)?|");

  private final String text;
  private final char separator;
  private int at;
  private int line = 1;

  private Csv(String text) {
    this.text = text;
    this.separator = separator(text);
  }

  /**
   * One row.
   *
   * @param line where it began in the file, from 1
   */
  public record Row(int line, List<String> cells) {
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /** What came of reading a file. */
  public sealed interface Result {
    /** Every row with anything in it, the first among them. */
    record Rows(List<Row> rows) implements Result {
      public Rows {
        rows = List.copyOf(rows);
      }
    }

    /** No table, for the reason that the sentence gives. */
    record Unreadable(String reason) implements Result {}
  }

  public static Result read(byte[] file) {
    if (file.length > LARGEST) {
      return new Result.Unreadable("The file is larger than 10 MiB.");
    }
    var text = Decoding.text(file, null);
    return text.isBlank() ? new Result.Unreadable("The file is empty.") : new Csv(text).rows();
  }

  /** One row as text with its line end; no spreadsheet takes a cell of it for a formula. */
  public static String row(List<String> cells) {
    return String.join(",", cells.stream().map(Csv::written).toList()) + "\r\n";
  }

  private static String written(String cell) {
    if (FORMULA.matcher(cell).matches()) {
      return quoted("'" + cell);
    }
    return PLAIN.matcher(cell).matches() ? cell : quoted(cell);
  }

  private static String quoted(String cell) {
    return '"' + cell.replace("\"", "\"\"") + '"';
  }

  private static char separator(String text) {
    var isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      isQuoted ^= c == '"';
      if (!isQuoted && (c == ',' || c == ';' || c == '\t')) {
        return c;
      }
      if (!isQuoted && (c == '\n' || c == '\r')) {
        break;
      }
    }
    return ',';
  }

  private Result rows() {
    var rows = new ArrayList<Row>();
    while (at < text.length()) {
      var begun = line;
      var cells = new ArrayList<String>();
      do {
        var cell = new StringBuilder();
        if (!cell(cell)) {
          return new Result.Unreadable(
              "A quote in the row that begins in line " + begun + " is never closed.");
        }
        cells.add(meant(cell.toString()));
      } while (took(separator));
      lineEnd();
      if (!cells.stream().allMatch(String::isBlank)) {
        rows.add(new Row(begun, cells));
      }
      if (rows.size() > MOST_ROWS) {
        return new Result.Unreadable("The file has more than 100,000 rows.");
      }
    }
    return new Result.Rows(rows);
  }

  private boolean cell(StringBuilder out) {
    if (took('"') && !quoted(out)) {
      return false;
    }
    while (at < text.length() && !isEnd(text.charAt(at))) {
      out.append(text.charAt(at++));
    }
    return true;
  }

  private boolean quoted(StringBuilder out) {
    while (at < text.length()) {
      if (took('"')) {
        if (!took('"')) {
          return true;
        }
        out.append('"');
      } else {
        var begun = at;
        if (!lineEnd()) {
          at++;
        }
        out.append(text, begun, at);
      }
    }
    return false;
  }

  private boolean isEnd(char c) {
    return c == separator || c == '\n' || c == '\r';
  }

  private boolean took(char c) {
    var there = at < text.length() && text.charAt(at) == c;
    at += there ? 1 : 0;
    return there;
  }

  private boolean lineEnd() {
    var ended = took('\r');
    ended |= took('\n');
    line += ended ? 1 : 0;
    return ended;
  }

  private static String meant(String cell) {
    return cell.startsWith("'") && FORMULA.matcher(cell).matches() ? cell.substring(1) : cell;
  }
}
