package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A thousand sources that fail over and over, and how much of it is written to the log. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class LogVolumeTest {
  private static final int SOURCES = 1_000;
  private static final int ROUNDS = 2;
  private static final int MOST_A_MINUTE = 200;
  private static final int LEVELS = 2; // warnings and errors apart
  private static final int LINE = 1_000;

  @TempDir Path folder;

  @Test
  void l_08_the_log_stays_small_and_says_how_much_it_left_out() throws Exception {
    var hosts =
        IntStream.range(0, SOURCES).mapToObj(h -> gone("127.0.9." + (h % 250 + 1))).toList();
    var program = new Program(folder).with("LOG_LEVEL", "warn");
    program.register(IntStream.range(0, SOURCES).mapToObj(s -> url(hosts, s)).toList());

    for (int round = 0; round < ROUNDS; round++) {
      var before = asked(hosts);
      var run = program.run("ingest", "--limit", "1000", "--parallel", "16");

      assertThat(asked(hosts) - before).as(run.err()).isEqualTo(SOURCES);
      var lines = run.logged("feed poll failed");
      var left = run.logged("more of the same were not logged");
      assertThat(lines.size() + counted(left)).isEqualTo(SOURCES);
      var minutes = Stream.concat(lines.stream(), left.stream()).map(LogVolumeTest::minute);
      assertThat((long) lines.size())
          .isLessThanOrEqualTo(minutes.distinct().count() * MOST_A_MINUTE * LEVELS);
      assertThat(run.err().length()).isLessThan((lines.size() + 20) * LINE);
    }
    hosts.forEach(Upstream::close);
  }

  private static Upstream gone(String address) {
    return Upstream.start(address).otherwise(Answers.status(404));
  }

  private static String url(List<Upstream> hosts, int source) {
    return hosts.get(source % SOURCES).url("/" + source + ".xml");
  }

  private static int asked(List<Upstream> hosts) {
    return hosts.stream().mapToInt(host -> host.seen().size()).sum();
  }

  private static int counted(List<JsonNode> summaries) {
    return summaries.stream()
        .filter(line -> line.path("of").asString().equals("feed poll failed"))
        .mapToInt(line -> line.path("count").asInt())
        .sum();
  }

  private static String minute(JsonNode line) {
    return line.path("time").asString().substring(0, "2026-01-01T00:00".length());
  }
}
