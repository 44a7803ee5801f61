package dev.feedwarden.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsTest {
  @TempDir Path directory;

  @ParameterizedTest(name = "flag {0}, variable {1}, file {2} give {3} from {4}")
  @CsvSource(
      textBlock =
          """
          2s, 3s, 4s, 2s, --host-min-gap
            , 3s, 4s, 3s, FEEDWARDEN_HOST_MIN_GAP
            ,   , 4s, 4s, c.yaml: host.min_gap
            ,   ,   , 1s, default
          2s,   , 4s, 2s, --host-min-gap
          2s, 3s,   , 2s, --host-min-gap
          """)
  void a_flag_beats_a_variable_beats_the_file_beats_the_default(
      @Nullable String flag,
      @Nullable String variable,
      @Nullable String inFile,
      String value,
      String origin)
      throws IOException {
    write("c.yaml", inFile == null ? "" : "host:\n  min_gap: " + inFile);

    var settings =
        Settings.read(
            inputs(
                flag == null ? Map.of() : Map.of("--host-min-gap", flag),
                variable == null ? Map.of() : Map.of("FEEDWARDEN_HOST_MIN_GAP", variable),
                Path.of("c.yaml")));

    assertThat(settings.problems()).isEmpty();
    assertThat(shown(settings, "HOST_MIN_GAP"))
        .extracting(Setting.Shown::value, shown -> shown.origin().label())
        .containsExactly(value, origin);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --reqest-timeout | the flag --reqest-timeout is not a setting of Feedwarden; did you mean --request-timeout?
          --colour         | the flag --colour is not a setting of Feedwarden
          """)
  void an_unknown_flag_is_named(String flag, String sentence) {
    assertThat(problems(Map.of(flag, "canary"), Map.of())).isEqualTo(List.of(sentence));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          FEEDWARDEN_MAX_REDIRECT         | ; did you mean FEEDWARDEN_MAX_REDIRECTS?
          FEEDWARDEN_DATABASE_PASSWROD    | ; did you mean FEEDWARDEN_DATABASE_PASSWORD?
          FEEDWARDEN_log_level            | ''
          FEEDWARDEN_                     | ''
          FEEDWARDEN_LANES                | ''
          FEEDWARDEN_HOST_PORT            | ''
          FEEDWARDEN_REQUEST_TIMEOUT_FILE | ''
          """)
  void an_unknown_variable_is_named(String variable, String hint) {
    assertThat(problems(Map.of(), Map.of(variable, "canary")))
        .isEqualTo(List.of("the variable " + variable + " is not a setting of Feedwarden" + hint));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          log_levle: canary        | log_levle        | ; did you mean log_level?
          host: {mingap: canary}   | host.mingap      | ; did you mean host_min_gap?
          lanes: [canary]          | lanes            | ''
          <<: canary               | <<               | ''
          """)
  void an_unknown_key_of_the_file_is_named(String yaml, String key, String hint)
      throws IOException {
    write("feedwarden.yaml", yaml);

    assertThat(problems(Map.of(), Map.of()))
        .isEqualTo(
            List.of(
                "the key " + key + " in feedwarden.yaml is not a setting of Feedwarden" + hint));
  }

  @Test
  void variables_of_others_are_left_alone() {
    assertThat(problems(Map.of(), Map.of("PATH", "/bin", "FEEDWARDENX", "1", "LOG_LEVEL", "x")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FEEDWARDEN_SERVICE_HOST",
        "FEEDWARDEN_SERVICE_PORT",
        "FEEDWARDEN_SERVICE_PORT_HTTP",
        "FEEDWARDEN_PORT",
        "FEEDWARDEN_PORT_8080_TCP",
        "FEEDWARDEN_PORT_8080_TCP_PROTO",
        "FEEDWARDEN_PORT_8080_TCP_PORT",
        "FEEDWARDEN_PORT_8080_TCP_ADDR",
        "FEEDWARDEN_PORT_53_UDP",
        "FEEDWARDEN_POSTGRESQL_SERVICE_HOST",
        "FEEDWARDEN_POSTGRESQL_PORT",
        "FEEDWARDEN_POSTGRESQL_PORT_5432_TCP_ADDR"
      })
  void what_kubernetes_injects_is_no_setting(String variable) {
    assertThat(problems(Map.of(), Map.of(variable, "tcp://10.0.0.11:8080"))).isEmpty();
  }

  @Test
  void the_same_setting_twice_in_one_place_is_refused() throws IOException {
    write("c.yaml", "host: {min_gap: 1s}\nhost_min_gap: 2s\nssl_verify: true\nssl_verify: true\n");

    var flags = Map.of("--log-level", "info", "--log_level", "warn");
    assertThat(Settings.read(inputs(flags, Map.of(), Path.of("c.yaml"))).problems())
        .isEqualTo(
            List.of(
                "--log-level and --log_level both give LOG_LEVEL; keep one of them",
                "c.yaml: ssl_verify: is there twice; keep one of them",
                "c.yaml: host.min_gap and c.yaml: host_min_gap both give HOST_MIN_GAP;"
                    + " keep one of them"));
  }

  @Test
  void the_file_is_the_one_named_else_the_one_here_else_the_one_with_the_data() throws IOException {
    write("data/feedwarden.yaml", "max_redirects: 1");
    var variables = Map.of("FEEDWARDEN_DATA_DIR", "data");

    assertThat(redirects(variables, null)).isEqualTo(1);
    write("feedwarden.yaml", "max_redirects: 2");
    assertThat(redirects(variables, null)).isEqualTo(2);
    write("other.yaml", "max_redirects: 4");
    assertThat(redirects(variables, Path.of("other.yaml"))).isEqualTo(4);
  }

  @Test
  void a_named_file_that_cannot_be_read_is_refused() throws IOException {
    Files.createDirectory(directory.resolve("dir.yaml"));
    Files.write(directory.resolve("latin.yaml"), new byte[] {'a', ':', ' ', (byte) 0xe9});

    assertThat(
            List.of("none.yaml", "dir.yaml", "latin.yaml").stream()
                .map(file -> inputs(Map.of(), Map.of(), Path.of(file)))
                .flatMap(inputs -> Settings.read(inputs).problems().stream()))
        .containsExactly(
            "none.yaml: the file does not exist",
            "dir.yaml: the file is a directory",
            "latin.yaml: the file is not UTF-8 text");
  }

  @Test
  void a_file_that_is_a_link_to_nowhere_is_not_passed_over() throws IOException {
    Files.createSymbolicLink(directory.resolve("feedwarden.yaml"), directory.resolve("gone"));

    assertThat(problems(Map.of(), Map.of()))
        .isEqualTo(List.of("feedwarden.yaml: the file does not exist"));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          '',        <home>/.local/share/feedwarden
          relative,  <home>/.local/share/feedwarden
          /xdg,      /xdg/feedwarden
          """)
  void data_is_kept_where_xdg_says(String xdg, String expected) {
    var settings = Settings.read(inputs(Map.of(), Map.of("XDG_DATA_HOME", xdg), null));

    assertThat(settings.dataDir())
        .isEqualTo(Path.of(expected.replace("<home>", directory.resolve("home").toString())));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          data,    data
          ./data,  ./data
          ~,       home
          ~/feeds, home/feeds
          /srv,    /srv
          """)
  void a_path_counts_from_the_current_directory_or_from_home(String text, String expected) {
    var settings = Settings.read(inputs(Map.of("--data-dir", text), Map.of(), null));

    assertThat(settings.dataDir().normalize()).isEqualTo(directory.resolve(expected).normalize());
  }

  @Test
  void a_value_is_a_default_where_it_is_not_good() {
    var settings = Settings.read(inputs(Map.of("--host-min-gap", "soon"), Map.of(), null));

    assertThat(settings.value(KnownSettings.HOST_MIN_GAP)).isEqualTo(Duration.ofSeconds(1));
  }

  private int redirects(Map<String, String> variables, @Nullable Path file) {
    return Settings.read(inputs(Map.of(), variables, file)).value(KnownSettings.MAX_REDIRECTS);
  }

  private List<String> problems(Map<String, String> flags, Map<String, String> variables) {
    return Settings.read(inputs(flags, variables, null)).problems().stream()
        .map(sentence -> sentence.replace(directory + "/", ""))
        .toList();
  }

  private Inputs inputs(
      Map<String, String> flags, Map<String, String> variables, @Nullable Path file) {
    return new Inputs(flags, variables, file, directory, directory.resolve("home"), "1.2.3");
  }

  private void write(String name, String text) throws IOException {
    var file = directory.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  private static Setting.Shown shown(Settings settings, String name) {
    return settings.shown().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }
}
