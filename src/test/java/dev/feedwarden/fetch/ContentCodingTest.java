package dev.feedwarden.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.ContentCoding.Decoded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ContentCodingTest {
  private static final int CAP = 10 << 20;
  private static final String RSS =
      "<rss version=\"2.0\"><channel><title>Straße</title></channel></rss>\n";
  private static final byte[] BROTLI =
      Base64.getDecoder()
          .decode(
              "G0IAACwK7DZiJa5bdUHte6TCPdQ8ClNl80XmM33C5hpGjm5YibjABhw4B8sy4EDbLVhYqfzzMwUNcX/ZH4KDgAU=");

  @ParameterizedTest
  @ValueSource(strings = {"", "identity", " Identity "})
  void no_coding_changes_nothing(String coding) {
    assertThat(decoded(bytes(RSS), coding)).isEqualTo(RSS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "x-gzip", "GZIP", " gzip "})
  void gzip_is_undone(String coding) {
    assertThat(decoded(gzip(bytes(RSS)), coding)).isEqualTo(RSS);
  }

  @Test
  void Z_06_deflate_is_undone_as_zlib_and_raw() {
    assertThat(decoded(deflate(bytes(RSS), false), "deflate")).isEqualTo(RSS);
    assertThat(decoded(deflate(bytes(RSS), true), "deflate")).isEqualTo(RSS);
  }

  @Test
  void Z_08_brotli_is_undone() {
    assertThat(ContentCoding.ACCEPTED).contains("br");
    assertThat(decoded(BROTLI, "br")).isEqualTo(RSS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gzip, gzip",
        "gzip,deflate",
        "gzip, br, deflate",
        "gzip,",
        "identity, gzip",
        "br,gzip,br,gzip,br,gzip,br,gzip,br,gzip,br,gzip,br,gzip,br,gzip,br,gzip,br,gzip",
        "zstd",
        "compress",
        "utf-8",
        "*"
      })
  void Z_02_a_list_of_codings_or_an_unknown_one_is_refused(String coding) {
    assertThat(decoded(gzip(bytes(RSS)), coding)).isEqualTo("BAD_ENCODING");
  }

  @Test
  void Z_01_bombs_are_too_large() {
    assertThat(decoded(gzip(new byte[CAP + 1]), "gzip")).isEqualTo("TOO_LARGE");
    assertThat(decoded(deflate(new byte[CAP + 1], false), "deflate")).isEqualTo("TOO_LARGE");
    assertThat(decoded(deflate(new byte[CAP + 1], true), "deflate")).isEqualTo("TOO_LARGE");
  }

  @Test
  void Z_08_a_brotli_bomb_is_too_large() { // 20 MiB of zeros in 40 bytes, 2 MiB in 14
    var twenty = "y///P/gnAOKxQCD3/o///3/wTwDEYRGA7v1f/v//4J8AiMMCAN37Hw==";
    var two = "m///H/gnAOKxQCD3/gM=";

    assertThat(decoded(Base64.getDecoder().decode(twenty), "br")).isEqualTo("TOO_LARGE");
    assertThat(decoded(Base64.getDecoder().decode(two), "br")).isEqualTo("TOO_LARGE");
  }

  @Test
  void Z_09_a_ratio_is_too_large_only_from_a_mebibyte_on() {
    assertThat(decoded(gzip(new byte[1 << 20]), "gzip")).hasSize(1 << 20);
    assertThat(decoded(gzip(new byte[(1 << 20) + 65_536]), "gzip")).isEqualTo("TOO_LARGE");
  }

  @Test
  void a_body_of_exactly_the_cap_is_taken() {
    var noise = new byte[1 << 20];
    new Random(1).nextBytes(noise);

    assertThat(ContentCoding.decode(gzip(noise), "gzip", noise.length))
        .isInstanceOf(Decoded.Plain.class);
    assertThat(ContentCoding.decode(gzip(noise), "gzip", noise.length - 1))
        .isInstanceOf(Decoded.Bad.class);
  }

  @ParameterizedTest(name = "{0} members: {1}")
  @CsvSource({"1, whole", "64, whole", "65, BAD_ENCODING", "200000, BAD_ENCODING"})
  void Z_03_members_are_put_together_up_to_a_limit(int members, String end) {
    var empty = gzip(new byte[0]);
    var all = new ByteArrayOutputStream();
    all.writeBytes(gzip(bytes("whole")));
    IntStream.range(1, members).forEach(_ -> all.writeBytes(empty));

    assertThat(decoded(all.toByteArray(), "gzip")).isEqualTo(end);
  }

  @Test
  void Z_03_members_with_content_are_put_together() {
    assertThat(decoded(joined(gzip(bytes("a")), gzip(bytes("b"))), "gzip")).isEqualTo("ab");
  }

  @Test
  void Z_04_optional_header_fields_are_skipped() {
    var plain = gzip(bytes(RSS));
    var deflated = Arrays.copyOfRange(plain, 10, plain.length);
    var extra = new byte[] {3, 0, 'e', 'e', 'e'};
    var fields = joined(extra, bytes("name\0"), bytes("comment\0"), new byte[] {1, 2});

    assertThat(decoded(joined(header(4 | 8 | 16 | 2 | 1), fields, deflated), "gzip"))
        .isEqualTo(RSS);
  }

  @ParameterizedTest(name = "flags {0}")
  @ValueSource(ints = {4, 8, 16, 2, 12, 30})
  void Z_04_a_header_without_an_end_is_truncated(int flags) {
    var field = flags == 2 ? new byte[1] : bytes("ÿÿ");

    assertThat(decoded(joined(header(flags), field), "gzip")).isEqualTo("TRUNCATED");
    assertThat(decoded(header(flags), "gzip")).isEqualTo("TRUNCATED");
  }

  @ParameterizedTest(name = "flags {0}")
  @ValueSource(ints = {32, 64, 128})
  void Z_04_reserved_flags_are_refused(int flags) {
    assertThat(decoded(joined(header(flags), new byte[20]), "gzip")).isEqualTo("BAD_ENCODING");
  }

  @Test
  void Z_05_wherever_gzip_is_cut_it_is_truncated() {
    var whole = gzip(bytes(RSS));

    assertThat(IntStream.range(2, whole.length).mapToObj(n -> Arrays.copyOf(whole, n)))
        .allSatisfy(cut -> assertThat(decoded(cut, "gzip")).isEqualTo("TRUNCATED"));
  }

  @Test
  void Z_05_a_second_member_that_is_cut_is_truncated() {
    var whole = gzip(bytes(RSS));

    assertThat(decoded(joined(whole, Arrays.copyOf(whole, 5)), "gzip")).isEqualTo("TRUNCATED");
    assertThat(decoded(joined(whole, Arrays.copyOf(whole, 15)), "gzip")).isEqualTo("TRUNCATED");
  }

  @Test
  void Z_05_wherever_deflate_is_cut_it_is_no_body() {
    var whole = deflate(bytes(RSS), false);

    assertThat(IntStream.range(1, whole.length).mapToObj(n -> Arrays.copyOf(whole, n)))
        .allSatisfy(cut -> assertThat(decoded(cut, "deflate")).isIn("TRUNCATED", "BAD_ENCODING"));
  }

  @Test
  void Z_05_wherever_brotli_is_cut_it_is_no_body() {
    assertThat(IntStream.range(1, BROTLI.length).mapToObj(n -> Arrays.copyOf(BROTLI, n)))
        .allSatisfy(cut -> assertThat(decoded(cut, "br")).isEqualTo("BAD_ENCODING"));
  }

  @ParameterizedTest(name = "byte {0} from the end")
  @ValueSource(ints = {1, 4, 5, 8})
  void Z_05_a_wrong_sum_or_size_is_refused(int fromEnd) {
    var body = gzip(bytes(RSS));
    body[body.length - fromEnd] ^= 1;

    assertThat(decoded(body, "gzip")).isEqualTo("BAD_ENCODING");
  }

  @Test
  void Z_05_garbage_behind_the_last_member_is_ignored() {
    assertThat(decoded(joined(gzip(bytes(RSS)), new byte[512]), "gzip")).isEqualTo(RSS);
    assertThat(decoded(joined(gzip(bytes(RSS)), bytes("<!-- x -->")), "gzip")).isEqualTo(RSS);
    assertThat(decoded(joined(deflate(bytes(RSS), false), new byte[9]), "deflate")).isEqualTo(RSS);
  }

  @Test
  void Z_05_another_method_than_deflate_is_refused() {
    var body = gzip(bytes(RSS));
    body[2] = 7;

    assertThat(decoded(body, "gzip")).isEqualTo("BAD_ENCODING");
  }

  @Test
  void Z_06_a_stream_that_wants_a_dictionary_is_refused() {
    var deflater = new Deflater();
    deflater.setDictionary(bytes("<rss version="));
    assertThat(decoded(deflate(bytes(RSS), deflater), "deflate")).isEqualTo("BAD_ENCODING");
  }

  @Test
  void Z_07_plain_text_under_the_name_of_gzip_is_taken_as_it_is() {
    assertThat(decoded(bytes(RSS), "gzip")).isEqualTo(RSS);
    assertThat(decoded(bytes(RSS), "deflate")).isEqualTo("BAD_ENCODING");
    assertThat(decoded(bytes(RSS), "br")).isEqualTo("BAD_ENCODING");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "br", ""})
  void Z_07_nothing_stays_nothing(String coding) {
    assertThat(decoded(new byte[0], coding)).isEmpty();
  }

  @Test
  void Z_07_what_was_zipped_twice_is_unzipped_once() {
    var once = gzip(bytes(RSS));

    assertThat(ContentCoding.decode(gzip(once), "gzip", CAP))
        .isInstanceOfSatisfying(
            Decoded.Plain.class, plain -> assertThat(plain.bytes()).isEqualTo(once));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void damage_is_a_value_and_never_an_exception(long seed) {
    var dice = new Random(seed);
    var bodies = new byte[][] {gzip(bytes(RSS)), deflate(bytes(RSS), false), BROTLI};
    var codings = new String[] {"gzip", "deflate", "br"};

    for (int i = 0; i < 1_500; i++) {
      var body = bodies[i % 3].clone();
      for (int hits = 1 + dice.nextInt(4); hits > 0; hits--) {
        body[dice.nextInt(body.length)] = (byte) dice.nextInt();
      }
      var cut = Arrays.copyOf(body, 1 + dice.nextInt(body.length));
      assertThat(ContentCoding.decode(cut, codings[i % 3], 1 << 20)).isNotNull();
      assertThat(ContentCoding.decode(body, codings[i % 3], 1 << 20)).isNotNull();
    }
  }

  private static String decoded(byte[] body, String coding) {
    return switch (ContentCoding.decode(body, coding, CAP)) {
      case Decoded.Plain(var plain) -> new String(plain, UTF_8);
      case Decoded.Bad(var cause) -> cause.name();
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static byte[] header(int flags) {
    return new byte[] {0x1f, (byte) 0x8b, 8, (byte) flags, 0, 0, 0, 0, 0, 0};
  }

  private static byte[] joined(byte[]... parts) {
    var out = new ByteArrayOutputStream();
    Arrays.stream(parts).forEach(out::writeBytes);
    return out.toByteArray();
  }

  private static byte[] gzip(byte[] plain) {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(plain);
    } catch (IOException never) {
      throw new AssertionError(never);
    }
    return packed.toByteArray();
  }

  private static byte[] deflate(byte[] plain, boolean raw) {
    return deflate(plain, new Deflater(Deflater.BEST_COMPRESSION, raw));
  }

  private static byte[] deflate(byte[] plain, Deflater deflater) {
    var packed = new ByteArrayOutputStream();
    var buffer = new byte[8192];
    deflater.setInput(plain);
    deflater.finish();
    while (!deflater.finished()) {
      packed.write(buffer, 0, deflater.deflate(buffer));
    }
    deflater.end();
    return packed.toByteArray();
  }
}
