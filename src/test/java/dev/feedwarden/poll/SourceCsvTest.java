package dev.feedwarden.poll;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.poll.SourceCsv.Result.Rows;
import dev.feedwarden.poll.SourceCsv.Result.Unreadable;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SourceCsvTest {
  private static final Admission ADMISSION = new Admission(url -> !url.isLiteral());
  private static final Settings FULL =
      new Settings(
          new Label("=News", List.of(new Tag("daily"), new Tag("x")), "-one\ntwo"),
          WebUrl.of("https://a.example/feed?token=s3cret&b=1"),
          true,
          Intake.every(Duration.ofMinutes(90)),
          null,
          null);

  private static SourceCsv.Result read(String text) {
    return SourceCsv.read(text.getBytes(UTF_8), ADMISSION);
  }

  @Test
  void columns_come_in_any_order_and_what_is_left_out_is_the_default() {
    assertThat(read("Interval;URL;tags\n2h;https://a.example/;\"B, a\"\n;https://b.example/\n"))
        .isEqualTo(
            new Rows(
                List.of(
                    new ImportRow(
                        2,
                        "https://a.example/",
                        new Settings(
                            new Label("a.example", List.of(new Tag("a"), new Tag("b")), null),
                            WebUrl.of("https://a.example/"),
                            true,
                            Intake.every(Duration.ofHours(2)),
                            null,
                            null),
                        ""),
                    new ImportRow(
                        3,
                        "https://b.example/",
                        new Settings("b.example", WebUrl.of("https://b.example/"), true, null),
                        ""))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ftp://a.example/    | ,   | the URL does not begin with http:// or https://
          http://127.0.0.1/   | ,   | the URL is not one that Feedwarden may ask
          https://a.example/  | 0,  | the interval must be 1 to 1440 minutes
          https://a.example/  | x,y | the interval must be 1 to 1440 minutes
          https://a.example/  | 1.5m,y | the interval must be 1 to 1440 minutes
          https://a.example/  | 5,y,z | it has more cells than the first row
          https://a.example/  | 25h,,z | it has more cells than the first row, and the interval must be 1 to 1440 minutes
          """)
  void a_bad_row_is_refused_with_its_reasons(String url, String rest, String reason) {
    assertThat(read("url,interval,notes\n\n" + url + "," + rest))
        .isEqualTo(new Rows(List.of(new ImportRow(3, url, null, reason))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name,tags   | The first row has no column url.
          url,Url     | The first row has the column url twice.
          url,colour  | The first row must name the columns, which are url, name, tags, interval, notes; column 2 is none of them.
          """)
  void a_bad_first_row_is_refused_whole(String headings, String reason) {
    assertThat(read(headings + "\nhttps://a.example/,x\n")).isEqualTo(new Unreadable(reason));
  }

  @Test
  void d_11_what_is_written_is_read_again_as_it_was() {
    var written = SourceCsv.write(List.of(FULL), true);

    assertThat(written)
        .isEqualTo(
            "url,name,tags,interval,notes\r\nhttps://a.example/feed?token=s3cret&b=1,"
                + "\"'=News\",\"daily, x\",90,\"'-one\ntwo\"\r\n");
    assertThat(read(written))
        .isEqualTo(
            new Rows(
                List.of(new ImportRow(2, "https://a.example/feed?token=s3cret&b=1", FULL, ""))));
  }

  @Test
  void d_12_secrets_are_left_out_unless_they_are_asked_for() {
    assertThat(SourceCsv.write(List.of(FULL), false))
        .contains("https://a.example/feed?b=1,")
        .doesNotContain("s3cret");
  }
}
