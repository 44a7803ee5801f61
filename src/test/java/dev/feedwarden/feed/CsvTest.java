package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.feed.Csv.Result.Rows;
import dev.feedwarden.feed.Csv.Result.Unreadable;
import dev.feedwarden.feed.Csv.Row;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CsvTest {
  private static Csv.Result read(String text) {
    return Csv.read(text.getBytes(UTF_8));
  }

  static Stream<Arguments> tables() {
    return Stream.of(
        Arguments.of("a,b\n1,2\n", List.of(row(1, "a", "b"), row(2, "1", "2"))),
        Arguments.of("\uFEFFa;b,c\r\n1;2", List.of(row(1, "a", "b,c"), row(2, "1", "2"))),
        Arguments.of("a\tb\r1\t2\r", List.of(row(1, "a", "b"), row(2, "1", "2"))),
        Arguments.of("\"a,1\";b\n\n;\nx", List.of(row(1, "a,1", "b"), row(4, "x"))),
        Arguments.of("a,\"b\r\nc\"\"d\"\n1,\n", List.of(row(1, "a", "b\r\nc\"d"), row(3, "1", ""))),
        Arguments.of("a \"b\",\"c\"d\n", List.of(row(1, "a \"b\"", "cd"))));
  }

  private static Row row(int line, String... cells) {
    return new Row(line, List.of(cells));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void rows_have_the_line_that_they_begin_in(String text, List<Row> rows) {
    assertThat(read(text)).isEqualTo(new Rows(rows));
  }

  @Test
  void a_spreadsheet_may_write_utf_16() {
    assertThat(Csv.read("\uFEFFé\tb".getBytes(UTF_16LE)))
        .isEqualTo(new Rows(List.of(row(1, "é", "b"))));
  }

  @Test
  void what_is_no_table_is_refused() {
    assertThat(read(" \n")).isEqualTo(new Unreadable("The file is empty."));
    assertThat(read("a\n\"b,\nc"))
        .isEqualTo(new Unreadable("A quote in the row that begins in line 2 is never closed."));
    assertThat(read("x\n".repeat(100_001)))
        .isEqualTo(new Unreadable("The file has more than 100,000 rows."));
    assertThat(Csv.read(new byte[(10 << 20) + 1]))
        .isEqualTo(new Unreadable("The file is larger than 10 MiB."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1"})
  void d_11_no_cell_is_taken_for_a_formula_and_each_is_read_as_it_was(String cell) {
    var written = Csv.row(List.of("x", cell));

    assertThat(written).startsWith("x,\"'" + cell.charAt(0)).endsWith("\"\r\n");
    assertThat(read(written)).isEqualTo(new Rows(List.of(row(1, "x", cell))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "'tis", "a,b", "a;b", "say \"x\"", "two\nlines", " end "})
  void d_11_other_cells_are_quoted_only_where_they_must_be(String cell) {
    assertThat(Csv.row(List.of("x", cell))).doesNotContain("\"'");
    assertThat(read(Csv.row(List.of("x", cell)))).isEqualTo(new Rows(List.of(row(1, "x", cell))));
  }
}
