package dev.feedwarden.api.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The manual as the dashboard shows it. */
final class ManualTest {
  private static final Pattern WAY = Pattern.compile("(?:href|src)=\"([^\"#]*)(?:#[^\"]*)?\"");

  static Stream<String> pages() throws IOException {
    var root = Path.of("docs");
    try (var files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith(".md"))
          .map(name -> name.equals("README.md") ? "" : name.substring(0, name.length() - 3))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void every_page_is_shown_and_leads_only_to_what_is_shown(String name) {
    var page = Manual.page(name).orElseThrow();

    assertThat(page.title()).isNotBlank();
    assertThat(page.html()).contains("<h1 id=").doesNotContain("<script", " style=", "&lt;br");
    WAY.matcher(page.html())
        .results()
        .map(way -> way.group(1))
        .filter(way -> !way.isEmpty() && !way.startsWith("http"))
        .forEach(way -> assertThat(isShown(way)).as("%s leads to %s", name, way).isTrue());
  }

  private static boolean isShown(String way) {
    if (way.equals(Manual.ROOT)) {
      return true;
    }
    var name = way.substring(Manual.ROOT.length() + 1);
    return way.startsWith(Manual.ROOT + "/")
        && (Manual.page(name).isPresent() || Manual.file(name).isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nothing", "README", "../pom", "runbook", "runbook/", "a/b/c", "policy.md", "."})
  void d_09_what_is_no_page_is_not_there(String name) {
    assertThat(Manual.page(name)).isEmpty();
    assertThat(Manual.file(name)).isEmpty();
  }
}
