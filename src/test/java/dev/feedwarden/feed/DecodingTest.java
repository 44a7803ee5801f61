package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DecodingTest {
  @ParameterizedTest(name = "X-09 bytes in {0}, mark {1}, HTTP {2}, declared {3}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          UTF-8,        -,        -,            -
          UTF-8,        EFBBBF,   iso-8859-1,   iso-8859-1
          UTF-8,        EFBBBF,   -,            utf-16
          UTF-8,        -,        utf-8,        iso-8859-1
          UTF-8,        -,        -,            utf-8
          UTF-8,        -,        utf-16,       utf-16
          UTF-8,        -,        utf-7,        utf-7
          UTF-8,        -,        x-unknown,    no-such-charset
          UTF-8,        -,        us-ascii,     -
          UTF-16LE,     FFFE,     utf-8,        utf-8
          UTF-16BE,     FEFF,     -,            utf-8
          UTF-16LE,     -,        utf-8,        utf-8
          UTF-16BE,     -,        -,            utf-8
          UTF-32LE,     FFFE0000, utf-8,        -
          UTF-32BE,     0000FEFF, utf-8,        -
          UTF-32BE,     -,        -,            -
          windows-1252, -,        iso-8859-1,   utf-8
          windows-1252, -,        -,            ISO-8859-1
          windows-1252, -,        -,            -
          windows-1252, -,        -,            utf-8
          ISO-8859-15,  -,        iso-8859-15,  utf-8
          """)
  void the_mark_then_http_then_the_declaration_decide(
      String bytes, @Nullable String mark, @Nullable String http, @Nullable String declared) {
    var encoding = declared == null ? "" : " encoding='" + declared + "'";
    var text = "<?xml version='1.0'" + encoding + "?><a>café €</a>";
    var body = concat(mark == null ? "" : mark, text.getBytes(Charset.forName(bytes)));
    var contentType = http == null ? null : "application/xml; charset=\"" + http + "\"";

    assertThat(Decoding.text(body, contentType)).isEqualTo(text);
  }

  @ParameterizedTest(name = "{1} labelled {0}")
  @CsvSource({
    "shift_jis, 8ABF8E9A, 漢字",
    "gb2312,    BABAD7D6, 汉字",
    "koi8-r,    CDC9D2,   мир",
    "big5,      BA7EA672, 漢字"
  })
  void labels_of_the_world_are_believed(String label, String hex, String text) {
    assertThat(Decoding.text(HexFormat.of().parseHex(hex), "text/xml;charset=" + label))
        .isEqualTo(text);
  }

  @Test
  void utf_7_never_makes_markup() {
    var body = "+ADw-script+AD4-".getBytes(ISO_8859_1);

    assertThat(Decoding.text(body, "text/xml; charset=utf-7")).isEqualTo("+ADw-script+AD4-");
  }

  @Test
  void single_bad_bytes_are_windows_1252_and_the_rest_stays_utf_8() {
    var body = concat("C3A9E920E282AC809381", new byte[0]);

    assertThat(Decoding.text(body, null)).isEqualTo("éé €€“\uFFFD");
  }

  @Test
  void marks_and_blank_lines_may_come_first() {
    var feed = "\uFEFF\n\n\uFEFF <?xml version='1.0'?><rss/>";

    assertThat(Decoding.text(feed.getBytes(UTF_8), null))
        .isEqualTo("\n\n <?xml version='1.0'?><rss/>");
  }

  @Test
  void half_a_character_at_the_end_is_replaced() {
    assertThat(Decoding.text("<a".getBytes(UTF_16LE), null)).isEqualTo("<a");
    assertThat(Decoding.text(concat("FEFF", "<\uD83D".getBytes(UTF_16BE)), null)).startsWith("<");
    assertThat(Decoding.text(concat("FEFF003CD83D", new byte[0]), null)).isEqualTo("<\uFFFD");
    assertThat(Decoding.text(concat("3CF09F", new byte[0]), null)).isEqualTo("<ðŸ");
  }

  private static byte[] concat(String hex, byte[] tail) {
    return HexFormat.of().parseHex(hex + HexFormat.of().formatHex(tail));
  }
}
