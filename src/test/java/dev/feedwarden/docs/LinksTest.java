package dev.feedwarden.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No link between the files of a checkout leads nowhere, and every page is found. */
final class LinksTest {
  private static final List<Path> FIRST = List.of(Path.of("README.md"), Path.of("docs/README.md"));
  private static final Pattern ID = Pattern.compile("<h[1-6] id=\"([^\"]+)\"");
  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();
  private static final HtmlRenderer HTML =
      HtmlRenderer.builder().extensions(List.of(HeadingAnchorExtension.create())).build();

  static Stream<Path> files() throws IOException {
    try (var all = Files.walk(Path.of(""))) {
      return all
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.startsWith("target") && !file.startsWith("src"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void every_link_leads_somewhere(Path file) throws IOException {
    var lost = new ArrayList<String>();
    for (var link : links(file)) {
      var parts = link.split("#", 2);
      var there = parts[0].isEmpty() ? file : beside(file, parts[0]);
      if (!Files.exists(there) || (parts.length == 2 && !anchors(there).contains(parts[1]))) {
        lost.add(link);
      }
    }

    assertThat(lost).isEmpty();
  }

  @Test
  void every_page_is_reached_from_the_first() throws IOException {
    var reached = new HashSet<Path>();
    var next = new ArrayDeque<>(FIRST);
    while (!next.isEmpty()) {
      var page = next.remove();
      if (reached.add(page) && page.toString().endsWith(".md") && Files.isRegularFile(page)) {
        links(page).forEach(link -> next.add(beside(page, link.replaceFirst("#.*", ""))));
      }
    }

    assertThat(files().filter(file -> file.startsWith("docs") && !file.startsWith("docs/adr")))
        .allMatch(reached::contains);
  }

  private static Path beside(Path file, String link) {
    return link.isEmpty() ? file : file.resolveSibling(link).normalize();
  }

  private static Set<String> anchors(Path file) throws IOException {
    var ids = new HashSet<String>();
    ID.matcher(HTML.render(parsed(file))).results().forEach(match -> ids.add(match.group(1)));
    return ids;
  }

  private static Node parsed(Path file) throws IOException {
    return PARSER.parse(Files.readString(file));
  }

  private static List<String> links(Path file) throws IOException {
    var links = new ArrayList<String>();
    parsed(file)
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(Link link) {
                links.add(link.getDestination());
                visitChildren(link);
              }

              @Override
              public void visit(Image image) {
                links.add(image.getDestination());
              }
            });
    return links.stream().filter(link -> !link.matches("[a-z]+:.*")).toList();
  }
}
