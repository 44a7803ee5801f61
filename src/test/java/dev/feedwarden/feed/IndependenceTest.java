package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read does not depend on where it is read. */
final class IndependenceTest {
  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "UTC,               en-US",
    "Pacific/Kiritimati, tr-TR",
    "America/St_Johns,  ar-EG-u-nu-arab",
    "Asia/Kathmandu,    th-TH-u-ca-buddhist-nu-thai",
    "Africa/Casablanca, hi-IN-u-nu-deva",
    "Asia/Tokyo,        ja-JP-u-ca-japanese"
  })
  void a_feed_is_read_alike_in_every_zone_and_language(String zone, String language)
      throws IOException, InterruptedException {
    var run =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ReadElsewhere.class.getName(),
                zone,
                language)
            .redirectErrorStream(true)
            .start();
    try {
      var said = new String(run.getInputStream().readAllBytes(), UTF_8);

      assertThat(said.strip()).isEqualTo(Digest.mark(ReadElsewhere.all()));
    } finally {
      run.destroyForcibly();
    }
  }
}
