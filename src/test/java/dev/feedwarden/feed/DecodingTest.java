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

  @ParameterizedTest(name = "bytes in {0}, HTTP {1}, declared {2}: {3}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          UTF-8,        iso-8859-1,   iso-8859-1,   UTF-8
          UTF-8,        -,            windows-1251, UTF-8
          UTF-8,        gb2312,       -,            UTF-8
          windows-1252, utf-8,        utf-8,        windows-1252
          windows-1252, us-ascii,     -,            windows-1252
          windows-1252, no-such,      -,            windows-1252
          ISO-8859-1,   -,            latin1,       ISO-8859-1
          ISO-8859-1,   utf-8,        iso-8859-1,   ISO-8859-1
          ISO-8859-1,   utf-7,        utf-16,       windows-1252
          ISO-8859-1,   -,            ebcdic-us,    windows-1252
          IBM1047,      utf-8,        utf-8,        IBM1047
          """)
  void what_is_said_wrongly_is_not_believed(
      String bytes, @Nullable String http, @Nullable String declared, String charset) {
    var encoding = declared == null ? "" : " encoding='" + declared + "'";
    var text = "<?xml version='1.0'" + encoding + "?><a>café à la crème</a>";
    var contentType = http == null ? null : "application/xml; charset=" + http;

    assertThat(Decoding.decode(text.getBytes(Charset.forName(bytes)), contentType))
        .isEqualTo(new Decoded(text, Charset.forName(charset)));
  }

  @ParameterizedTest(name = "Content-Type {0}, declared {1}: {2}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          -,                                 -,          UTF-8
          application/xml,                   -,          UTF-8
          application/xml,                   iso-8859-1, ISO-8859-1
          application/xml; charset=us-ascii, iso-8859-1, US-ASCII
          text/xml,                          -,          US-ASCII
          text/xml; charset=utf-8,           -,          UTF-8
          text/xml; charset = "GB2312",      -,          GB18030
          """)
  void plain_ascii_is_what_it_says(
      @Nullable String contentType, @Nullable String declared, String charset) {
    var encoding = declared == null ? "" : " encoding='" + declared + "'";
    var text = "<?xml version='1.0'" + encoding + "?><a>plain</a>";

    assertThat(Decoding.decode(text.getBytes(UTF_8), contentType))
        .isEqualTo(new Decoded(text, Charset.forName(charset)));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "windows-1251, Сегодня утром в столице прошёл сильный дождь и улицы города быстро опустели",
    "KOI8-R, Сегодня утром в столице прошёл сильный дождь и улицы города быстро опустели",
    "Big5, 今天早上台北下了一場大雨街道上很快就沒有人了大家都躲進了附近的商店裡等待",
    "EUC-JP, きょうの朝は東京でとても強い雨が降りましたので道にはすぐに人がいなくなりました",
    "windows-31j, きょうの朝は東京でとても強い雨が降りましたので道にはすぐに人がいなくなりました",
    "x-windows-949, 오늘 아침 서울에 많은 비가 내려서 거리에는 금방 사람들이 없어졌습니다",
    "GB18030, 今天早上北京下了一场大雨街道上很快就没有人了大家都躲进了附近的商店里等待"
  })
  void what_is_not_declared_is_detected(String charset, String text) {
    var body = ("<rss><title>" + text + "</title></rss>").getBytes(Charset.forName(charset));

    assertThat(Decoding.text(body, null)).isEqualTo("<rss><title>" + text + "</title></rss>");
    assertThat(Decoding.text(body, "text/xml; charset=utf-8")).contains(text);
  }

  @ParameterizedTest(name = "X-08 U+{0} at {1}")
  @CsvSource({
    "0000, 0",
    "0001, 7",
    "000B, 8",
    "001F, 15",
    "0085, 3",
    "009F, 7",
    "FFFE, 6",
    "FFFF, 7",
    "0080, 20"
  })
  void a_single_bad_character_is_found_wherever_it_is(String hex, int at) {
    var bad = Character.toString(Integer.parseInt(hex, 16));
    var good = "<a>\u00a0\u00c2 \uFFFDé\uD83D\uDE00\uE000</a>".repeat(3);
    var text = good.substring(0, at) + bad + good.substring(at);

    assertThat(Decoding.text(good.getBytes(UTF_8), null)).isEqualTo(good);
    assertThat(Decoding.text(text.getBytes(UTF_8), null))
        .isEqualTo(Chars.storable(text))
        .doesNotContain(bad);
  }

  @ParameterizedTest(name = "X-09 HTTP {0}, declared {1}")
  @CsvSource({
    "utf-8,      utf-8",
    "utf-8,      iso-8859-1",
    "utf-8,      utf-16",
    "iso-8859-1, utf-8",
    "iso-8859-1, iso-8859-1",
    "iso-8859-1, utf-16",
    "utf-16,     utf-8",
    "utf-16,     iso-8859-1",
    "utf-16,     utf-16"
  })
  void whatever_two_labels_say_the_bytes_are_read_as_what_they_are(String http, String declared) {
    var text = "<?xml version='1.0' encoding='" + declared + "'?><a>café</a>";
    var type = "text/xml; charset=" + http;

    assertThat(Decoding.text(text.getBytes(UTF_8), type)).isEqualTo(text);
    assertThat(Decoding.text(concat("EFBBBF", text.getBytes(UTF_8)), type)).isEqualTo(text);
    assertThat(Decoding.text(text.getBytes(ISO_8859_1), type)).isEqualTo(text);
    assertThat(Decoding.text(text.getBytes(UTF_16LE), type)).isEqualTo(text);
    assertThat(Decoding.text(concat("FEFF", text.getBytes(UTF_16BE)), type)).isEqualTo(text);
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
