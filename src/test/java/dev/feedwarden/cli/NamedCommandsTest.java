package dev.feedwarden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.app.Configuration;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What pages name in passing, or in blocks that no test runs, is there: commands and options. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class NamedCommandsTest {
  private static final Pattern COMMAND = Pattern.compile("(?:\\./)?feedwarden +([^|<>;#]+)");
  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  private static final String HIDDEN = "rehearse"; // for packages, not for people

  @TempDir Path folder;

  static Stream<Path> pages() throws IOException {
    try (var all = Files.walk(Path.of(""))) {
      return all
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.startsWith("target") && !file.startsWith("src"))
          .filter(file -> !file.endsWith("reference/cli.md")) // is made of them
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void every_command_that_a_page_names_is_there(Path page) throws IOException {
    var stream = new PrintStream(PrintStream.nullOutputStream(), false, UTF_8);
    var configuration = new Configuration(Map.of(), folder, folder, "VERSION");
    var all =
        CommandTree.whole(
            new Session(new Terminal(stream, stream, false, false, false), configuration));
    var settings =
        configuration.settings().shown().stream()
            .map(setting -> "--" + setting.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .collect(Collectors.toSet());

    var lost =
        named(page).stream()
            .flatMap(line -> fault(all, settings, line).map(fault -> line + ": " + fault).stream())
            .toList();

    assertThat(lost).isEmpty();
  }

  private static List<String> named(Path page) throws IOException {
    var lines = new ArrayList<String>();
    PARSER
        .parse(Files.readString(page))
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Code code) {
                if (code.getLiteral().matches("(\\./)?feedwarden .*")) {
                  add(code.getLiteral());
                }
              }

              @Override
              public void visit(FencedCodeBlock block) {
                if (block.getInfo().startsWith("console")) {
                  block
                      .getLiteral()
                      .lines()
                      .filter(line -> line.matches("[$#] .*"))
                      .forEach(this::add);
                }
              }

              private void add(String text) {
                COMMAND.matcher(text).results().forEach(found -> lines.add(found.group(1)));
              }
            });
    return lines;
  }

  private static Optional<String> fault(CommandLine all, Set<String> settings, String line) {
    var here = all;
    var isNamed = false;
    for (var word : line.strip().split("[ )]+", -1)) {
      var name = word.replaceFirst("=.*", "");
      if (word.matches("[A-Z_]+=.*|feedwarden|" + HIDDEN)) {
        continue;
      }
      if (word.startsWith("-")) {
        isNamed = true; // what follows may be its value
        if (here.getCommandSpec().findOption(name) == null && !settings.contains(name)) {
          return Optional.of("no option " + name);
        }
      } else if (!isNamed && !here.getSubcommands().isEmpty() && word.matches("[a-z-]+")) {
        var next = here.getSubcommands().get(word);
        if (next == null) {
          return Optional.of("no command " + word);
        }
        here = next;
      } else {
        isNamed = true;
      }
    }
    return Optional.empty();
  }
}
