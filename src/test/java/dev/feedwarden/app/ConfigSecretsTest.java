package dev.feedwarden.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigSecretsTest {
  private static final String CANARY = "c4n4ry";

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jdbc:postgresql://h/d                                  | jdbc:postgresql://h/d
          jdbc:postgresql://h/d?user=u&sslmode=require           | jdbc:postgresql://h/d?user=u&sslmode=require
          jdbc:postgresql://h/d?user=u&password=c4n4ry           | jdbc:postgresql://h/d?user=u&password=***
          jdbc:postgresql://h/d?PASSWORD=a&c4n4ry&x=c4n4ry       | jdbc:postgresql://h/d?PASSWORD=***
          jdbc:postgresql://h/d?password=a@c4n4ry                | jdbc:postgresql://h/d?password=***
          jdbc:postgresql://h/d?sslpassword=c4n4ry               | jdbc:postgresql://h/d?sslpassword=***
          jdbc:postgresql://u:c4n4ry@h/d                         | jdbc:postgresql://***@h/d
          jdbc:postgresql://u:c4/n4@c4n4ry@h/d?password=c4n4ry   | jdbc:postgresql://***@h/d?password=***
          jdbc:sqlite:/a/b.db?hexkey=c4n4ry                      | jdbc:sqlite:/a/b.db?hexkey=***
          """)
  void a_database_address_is_shown_without_its_password(String url, String shown) {
    assertThat(List.of(new JdbcUrl(url).masked(), new JdbcUrl(url).toString()))
        .isEqualTo(List.of(shown, shown));
  }

  @ParameterizedTest
  @ValueSource(strings = {"c4n4ry", "c4n4ry\n", "c4n4ry\r\n"})
  void a_secret_may_be_in_a_file_that_ends_with_one_newline(String content) throws IOException {
    Files.writeString(directory.resolve("password"), content);

    for (var settings :
        List.of(
            flag("--database-password-file", "password"),
            variable("FEEDWARDEN_DATABASE_PASSWORD_FILE", directory + "/password"),
            yaml("database: {password_file: password}"))) {
      assertThat(settings.problems()).isEmpty();
      assertThat(settings.value(KnownSettings.DATABASE_PASSWORD)).isEqualTo(new Secret(CANARY));
    }
  }

  @Test
  void only_one_newline_is_taken_from_the_end_of_a_secret() throws IOException {
    Files.writeString(directory.resolve("password"), " c4n4ry \n\n");

    assertThat(
            variable("FEEDWARDEN_DATABASE_PASSWORD_FILE", "password")
                .value(KnownSettings.DATABASE_PASSWORD))
        .isEqualTo(new Secret(" c4n4ry \n"));
  }

  @Test
  void the_address_of_the_database_may_be_in_a_file() throws IOException {
    Files.writeString(directory.resolve("url"), "jdbc:postgresql://h/d?password=c4n4ry\n");
    var settings = variable("FEEDWARDEN_DATABASE_URL_FILE", "url");

    assertThat(settings.problems()).isEmpty();
    assertThat(settings.value(KnownSettings.DATABASE_URL))
        .isEqualTo(new JdbcUrl("jdbc:postgresql://h/d?password=c4n4ry"));
    assertThat(settings.shown())
        .contains(
            new Setting.Shown(
                "DATABASE_URL",
                "jdbc:postgresql://h/d?password=***",
                new Origin.Variable("FEEDWARDEN_DATABASE_URL_FILE"),
                "jdbc:sqlite:<DATA_DIR>/feedwarden.db",
                "jdbc:sqlite:… or jdbc:postgresql:…",
                "the database"));
  }

  @Test
  void a_stronger_place_beats_a_file_that_a_weaker_one_names() {
    var settings =
        read(
            Map.of("--database-url", "jdbc:sqlite:mine.db"),
            Map.of("FEEDWARDEN_DATABASE_URL_FILE", "missing"));

    assertThat(settings.problems()).isEmpty();
    assertThat(settings.value(KnownSettings.DATABASE_URL))
        .isEqualTo(new JdbcUrl("jdbc:sqlite:mine.db"));
  }

  @Test
  void a_secret_and_its_file_together_are_refused() {
    var settings =
        read(
            Map.of(),
            Map.of(
                "FEEDWARDEN_DATABASE_PASSWORD", CANARY,
                "FEEDWARDEN_DATABASE_PASSWORD_FILE", CANARY));

    assertThat(settings.problems())
        .isEqualTo(
            List.of(
                "FEEDWARDEN_DATABASE_PASSWORD and FEEDWARDEN_DATABASE_PASSWORD_FILE both give"
                    + " DATABASE_PASSWORD; keep one of them"));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          c4n4ry,  the file it names does not exist
          .,       the file it names is a directory
          binary,  the file it names is not UTF-8 text
          empty,   the value is empty; give it a value or leave it out
          '',      the file it names is a directory
          """)
  void a_file_without_a_secret_is_refused(String file, String reason) throws IOException {
    Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff});
    Files.writeString(directory.resolve("empty"), "\n");

    assertThat(variable("FEEDWARDEN_DATABASE_PASSWORD_FILE", file).problems())
        .isEqualTo(List.of("FEEDWARDEN_DATABASE_PASSWORD_FILE: " + reason));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          --database-password, c4n4ry,                                DATABASE_PASSWORD
          --database-url,      jdbc:postgresql://h/d?password=c4n4ry, DATABASE_URL
          """)
  void a_password_in_a_flag_is_refused(String flag, String value, String name) {
    assertThat(flag(flag, value).problems())
        .isEqualTo(
            List.of(
                flag
                    + ": every user of this machine can see a password in a flag; use FEEDWARDEN_"
                    + name
                    + " or FEEDWARDEN_"
                    + name
                    + "_FILE"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "database_password: c4n4ry",
        "database_password: {c4n4ry: 1}",
        "database_password: {c4n4ry}",
        "database_password: [c4n4ry, [c4n4ry]]",
        "database_password: c4n4ry: c4n4ry",
        "database_password: \"c4n4ry",
        "database_password: *c4n4ry",
        "database_password: !c4n4ry x",
        "database_password: @c4n4ry",
        "database_password: c4n4ry\ndatabase: {password: c4n4ry}",
        "database_password_file: c4n4ry",
        "database_passwrd: c4n4ry",
        "database_url: postgres://u:c4n4ry@h/d",
        "database_url: jdbc:postgresql://u:c4n4ry@h/d?password=c4n4ry",
        "database_url: jdbc:postgresql://h/d?password=c4n4ry\nrequest_timeout: x",
      })
  void no_output_has_a_secret_in_it(String yaml) throws IOException {
    var settings = yaml(yaml);

    assertThat(settings.shown().toString() + settings.problems() + Config.of(settings))
        .doesNotContain(CANARY);
    assertThat(YamlFile.read(Path.of("f.yaml"), yaml).toString()).doesNotContain(CANARY);
    assertThat(
            new Inputs(Map.of("--a", CANARY), Map.of("B", CANARY), null, directory, directory, ""))
        .asString()
        .doesNotContain(CANARY);
  }

  private Settings flag(String name, String value) {
    return read(Map.of(name, value), Map.of());
  }

  private Settings variable(String name, String value) {
    return read(Map.of(), Map.of(name, value));
  }

  private Settings yaml(String text) throws IOException {
    Files.writeString(directory.resolve("c.yaml"), text);
    return Settings.read(
        new Inputs(Map.of(), Map.of(), Path.of("c.yaml"), directory, directory, "1.2.3"));
  }

  private Settings read(Map<String, String> flags, Map<String, String> variables) {
    return Settings.read(new Inputs(flags, variables, null, directory, directory, "1.2.3"));
  }
}
