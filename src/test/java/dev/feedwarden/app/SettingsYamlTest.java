package dev.feedwarden.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsYamlTest {
  private static final Path FILE = Path.of("f.yaml");

  static Stream<Arguments> goodFiles() {
    return Stream.of(
        Arguments.of("host: {min_gap: 2s}", Map.of("HOST_MIN_GAP", "2s")),
        Arguments.of("host:\n  min:\n    gap: 2s", Map.of("HOST_MIN_GAP", "2s")),
        Arguments.of("host_min_gap: 2s", Map.of("HOST_MIN_GAP", "2s")),
        Arguments.of("host.min_gap: 2s", Map.of("HOST_MIN_GAP", "2s")),
        Arguments.of("Host_Min_Gap: 2s", Map.of("HOST_MIN_GAP", "2s")),
        Arguments.of("\uFEFFmax_redirects: 3", Map.of("MAX_REDIRECTS", "3")),
        Arguments.of("---\nmax_redirects: 3\n...\n", Map.of("MAX_REDIRECTS", "3")),
        Arguments.of("%YAML 1.2\n---\nmax_redirects: 3", Map.of("MAX_REDIRECTS", "3")),
        Arguments.of("{\"max_redirects\": 3}", Map.of("MAX_REDIRECTS", "3")),
        Arguments.of("database_password: 007", Map.of("DATABASE_PASSWORD", "007")),
        Arguments.of("database_password: 1_000", Map.of("DATABASE_PASSWORD", "1_000")),
        Arguments.of("database_password: 1.50", Map.of("DATABASE_PASSWORD", "1.50")),
        Arguments.of("database_password: 0x1F", Map.of("DATABASE_PASSWORD", "0x1F")),
        Arguments.of("database_password: No", Map.of("DATABASE_PASSWORD", "No")),
        Arguments.of("database_password: 2026-01-01", Map.of("DATABASE_PASSWORD", "2026-01-01")),
        Arguments.of("database_password: ' a: b '", Map.of("DATABASE_PASSWORD", " a: b ")),
        Arguments.of("ssl_verify: True", Map.of("SSL_VERIFY", "True")),
        Arguments.of("data_dir:", Map.of("DATA_DIR", "")),
        Arguments.of("data_dir: null", Map.of("DATA_DIR", "")),
        Arguments.of("allowed_addresses: []", Map.of("ALLOWED_ADDRESSES", "")),
        Arguments.of(
            "allowed_addresses:\n  - 10.0.0.0/8\n  - a:80\n",
            Map.of("ALLOWED_ADDRESSES", "10.0.0.0/8,a:80")));
  }

  @ParameterizedTest
  @MethodSource("goodFiles")
  void a_file_is_read_as_it_was_written(String yaml, Map<String, String> expected) {
    var layer = YamlFile.read(FILE, yaml);

    assertThat(layer.problems()).isEmpty();
    assertThat(texts(layer)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# nothing yet\n", "---\n", "{}", "null"})
  void an_empty_file_sets_nothing(String yaml) {
    assertThat(YamlFile.read(FILE, yaml)).isEqualTo(Layer.none());
  }

  static Stream<Arguments> badFiles() {
    var plain = ": must be one plain value or a list of plain values";
    var root = "f.yaml: must hold settings as 'name: value', not a list or a lone value";
    return Stream.of(
        Arguments.of("- a\n- b", root),
        Arguments.of("canary", root),
        Arguments.of("42", root),
        Arguments.of("a: 1\na: 2", "f.yaml: a: is there twice; keep one of them"),
        Arguments.of("a: 1\nA: 2", "f.yaml: A: is there twice; keep one of them"),
        Arguments.of(
            "host: {a: 1}\nhost: {b: 2}", "f.yaml: host: is there twice; keep one of them"),
        Arguments.of("host: {a: 1, a: 2}", "f.yaml: host.a: is there twice; keep one of them"),
        Arguments.of("a: [1, [canary]]", "f.yaml: a" + plain),
        Arguments.of("a: [1, {canary: 2}]", "f.yaml: a" + plain),
        Arguments.of("log_level: {canary: 2}", "f.yaml: log_level" + plain),
        Arguments.of("database: {password: {canary: 2}}", "f.yaml: database.password" + plain),
        Arguments.of("b: &canary 1\na: *canary", "f.yaml: a" + plain),
        Arguments.of("a: !vault canary", "f.yaml: a" + plain),
        Arguments.of("a: [!vault canary]", "f.yaml: a" + plain),
        Arguments.of("a: !!binary Y2FuYXJ5", "f.yaml: a" + plain),
        Arguments.of("a: 1\n---\nb: canary", "f.yaml: holds more than one YAML document"),
        Arguments.of("a: canary: b", "f.yaml: is not valid YAML near line 1"),
        Arguments.of("a: 'canary", "f.yaml: is not valid YAML near line 1"),
        Arguments.of("a: @canary", "f.yaml: is not valid YAML near line 1"),
        Arguments.of("a: {canary", "f.yaml: is not valid YAML near line 1"),
        Arguments.of("a:\n\t- canary", "f.yaml: is not valid YAML near line 2"),
        Arguments.of("a: \u0001canary", "f.yaml: is not valid YAML"),
        Arguments.of("? [canary]\n: 1", "f.yaml: is not valid YAML"),
        Arguments.of("a: " + "[".repeat(2000), "f.yaml: is not valid YAML"));
  }

  @ParameterizedTest
  @MethodSource("badFiles")
  void a_broken_file_gets_one_sentence_without_its_values(String yaml, String sentence) {
    assertThat(YamlFile.read(FILE, yaml).problems()).isEqualTo(List.of(sentence));
  }

  @Test
  void an_entry_remembers_its_key_as_it_was_written() {
    var layer = YamlFile.read(FILE, "host:\n  Min_gap: 2s\n");

    var origin = new Origin.InFile(FILE, "host.Min_gap");
    assertThat(layer)
        .isEqualTo(new Layer(List.of(new Layer.Entry("HOST_MIN_GAP", "2s", origin)), List.of()));
  }

  private static Map<String, String> texts(Layer layer) {
    return layer.entries().stream()
        .collect(Collectors.toMap(Layer.Entry::name, Layer.Entry::value));
  }
}
