package dev.feedwarden;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.feedwarden.app.Configuration;
import dev.feedwarden.app.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is packed, and how it is installed. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class PackagingTest {
  private static final Pattern VARIABLE = Pattern.compile("FEEDWARDEN_([A-Z_]+)");
  private static final Pattern MOUNT = Pattern.compile("- (\\.\\.?/[^:\\s]+):/");

  @TempDir Path folder;

  private record Said(int code, String text) {}

  private static Said run(Path where, String... command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command)
            .directory(where.toAbsolutePath().toFile())
            .redirectErrorStream(true)
            .start();
    var text = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Said(process.waitFor(), text);
  }

  static Stream<Path> scripts() throws IOException {
    try (var tools = Files.list(Path.of("tools"));
        var packaging = Files.walk(Path.of("packaging"))) {
      return Stream.concat(
          Stream.concat(tools, packaging), Stream.of(Path.of("check"), Path.of("feedwarden")))
          .filter(
              file -> Files.isRegularFile(file) && begins(file).matches("#!.*\\bsh\\b.*|#!.*bash"))
          .sorted()
          .toList()
          .stream();
    }
  }

  private static String begins(Path file) {
    try (var lines = Files.lines(file)) {
      return lines.findFirst().orElse("");
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void a_script_can_be_read_by_the_shell_that_it_names(Path script) throws Exception {
    var shell = begins(script).contains("bash") ? "bash" : "sh";

    assertThat(run(Path.of(""), shell, "-n", script.toString())).isEqualTo(new Said(0, ""));
  }

  @Test
  void the_service_can_do_little_else_than_its_work() throws Exception {
    assumeTrue(isHere("systemd-analyze"), "needs systemd");
    var unit = Path.of("packaging/feedwarden.service").toAbsolutePath().toString();

    // 0 is nothing at all, 100 is everything; most services are above 90
    var said = run(folder, "systemd-analyze", "security", "--offline=true", "--threshold=15", unit);

    assertThat(said.code()).as(said.text()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker/Dockerfile",
        "docker/compose.yaml",
        "docker/compose.postgresql.yaml",
        "feedwarden.service"
      })
  void only_settings_that_there_are_are_set_and_only_files_that_there_are_are_named(String name)
      throws IOException {
    var file = Path.of("packaging", name);
    var text = Files.readString(file);
    var known =
        new Configuration(Map.of(), folder, folder, "VERSION")
            .settings().shown().stream()
                .map(Setting.Shown::name)
                .flatMap(setting -> Stream.of(setting, setting + "_FILE"))
                .collect(Collectors.toSet());

    assertThat(VARIABLE.matcher(text).results().map(found -> found.group(1)))
        .allMatch(known::contains);
    assertThat(MOUNT.matcher(text).results().map(found -> file.resolveSibling(found.group(1))))
        .allMatch(Files::exists);
  }

  @Test
  @Tag("long") // builds everything, from what is committed
  void the_package_is_installed_run_and_removed() throws Exception {
    assumeTrue(isHere("dpkg-deb"), "needs dpkg");
    run(Path.of(""), "bash", "-c", "git archive HEAD | tar -x -C '" + folder + "'");

    var said = run(folder, "tools/package", "--try");

    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.text()).contains("the Debian package was installed, run and removed.");
    var packed = folder.resolve("target/packages");
    assertThat(run(packed, "sha256sum", "-c", "SHA256SUMS").code()).isZero();
    try (var files = Files.list(packed)) {
      assertThat(files.map(file -> file.getFileName().toString().replaceFirst(".*[0-9T]", "")))
          .contains(".jar", ".cdx.json", ".tar.gz", ".deb");
    }
  }

  private static boolean isHere(String program) {
    return Arrays.stream(System.getenv("PATH").split(":", -1))
        .anyMatch(part -> Files.isExecutable(Path.of(part, program)));
  }
}
