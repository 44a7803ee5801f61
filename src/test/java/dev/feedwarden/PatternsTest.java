package dev.feedwarden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** No regular expression comes from a feed, an answer or a setting (H-02, H-06): all are ours. */
final class PatternsTest {
  private static final Pattern USE =
      Pattern.compile(
          "(?<!matcher\\(\\w{1,20}\\))" // whose argument is no pattern but what comes instead
              + "(?:Pattern\\.compile|Pattern\\.matches|\\.matches|\\.replaceAll|\\.replaceFirst|\\.split)"
              + "\\(\\s*(?<argument>[^\\s)][^\\s,);]*+)(?!\\s*->)");
  // A text or a constant; a function says what a match becomes.
  private static final Pattern OURS = Pattern.compile("\".*|[A-Z][A-Z_0-9]*|\\(_");

  @Test
  void h_06_every_pattern_is_written_in_the_source() throws IOException {
    var uses = new ArrayList<String>();
    try (var files = Files.walk(Path.of("src/main/java"))) {
      for (var file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        uses.addAll(foreign(file.getFileName().toString(), Files.readString(file)));
      }
    }

    assertThat(uses).isEmpty();
  }

  @Test
  void a_pattern_from_elsewhere_would_be_found() {
    var source =
        """
        Pattern.compile("a"); Pattern.compile(
            WEEKDAY + "b"); x.matches(); x.split(",", -1);
        Pattern.compile(settings.text("X")); title.matches(config); x.replaceAll(
            written, "");
        """;

    assertThat(foreign("X.java", source))
        .containsExactly("X.java: settings.text(\"X\"", "X.java: config", "X.java: written");
  }

  private static List<String> foreign(String name, String source) {
    return USE.matcher(source)
        .results()
        .map(use -> use.group("argument"))
        .filter(argument -> !OURS.matcher(argument).matches())
        .map(argument -> name + ": " + argument)
        .toList();
  }
}
