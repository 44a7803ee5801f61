package dev.feedwarden.api.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/** The manual: what is Markdown in {@code docs/} of a checkout and of the jar. */
public final class Manual {
  static final String ROOT = "/docs";
  private static final String FIRST = "README";
  private static final int LONG = 40; // characters
  private static final Pattern PAGE = Pattern.compile("[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)?");
  private static final Pattern FILE = Pattern.compile("[a-z0-9][a-z0-9._-]*\\.(svg|json)");
  private static final Pattern SCHEME = Pattern.compile("[a-z]+:.*");
  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  private static final HtmlRenderer HTML =
      HtmlRenderer.builder()
          .extensions(EXTENSIONS)
          .escapeHtml(true)
          .sanitizeUrls(true)
          .attributeProviderFactory(_ -> Manual::attributes)
          .build();
  private static final TextContentRenderer TEXT =
      TextContentRenderer.builder().extensions(List.of(TablesExtension.create())).build();

  private Manual() {}

  // A wide table is scrolled on a small screen, by keys too; its sentences are no towers there.
  private static void attributes(Node node, String tag, Map<String, String> attributes) {
    if (node instanceof TableBlock) {
      attributes.put("tabindex", "0");
    }
    if (node instanceof TableCell && TEXT.render(node).length() > LONG) {
      attributes.put("class", "long");
    }
  }

  /**
   * One page.
   *
   * @param html with links that lead to where the pages are shown
   */
  record Page(String title, String html) {}

  /**
   * A page by its name.
   *
   * @param name such as {@code policy} or {@code runbook/gone}; empty for the first page
   */
  static Optional<Page> page(String name) {
    return text(name).map(text -> rendered(name.isEmpty() ? FIRST : name, text));
  }

  /** The same as it was written. */
  public static Optional<String> text(String name) {
    return name.isEmpty() || PAGE.matcher(name).matches()
        ? read((name.isEmpty() ? FIRST : name) + ".md")
        : Optional.empty();
  }

  /** A picture or schema that pages lead to. */
  static Optional<String> file(String name) {
    return FILE.matcher(name).matches() ? read(name) : Optional.empty();
  }

  private static Optional<String> read(String name) {
    try (var in = Manual.class.getResourceAsStream(ROOT + "/" + name)) {
      return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Page rendered(String file, String text) {
    var document = PARSER.parse(text);
    document.accept(new Ways(URI.create(ROOT + "/" + file)));
    return new Page(title(document, file), HTML.render(document));
  }

  private static String title(Node document, String otherwise) {
    return document.getFirstChild() instanceof Heading heading
        ? TEXT.render(heading).strip()
        : otherwise;
  }

  /** Turns the ways between files into ways between pages. */
  private static final class Ways extends AbstractVisitor {
    private final URI here;

    Ways(URI here) {
      this.here = here;
    }

    @Override
    public void visit(Link link) {
      visitChildren(link);
      var to = link.getDestination();
      if (to.startsWith("#") || SCHEME.matcher(to).matches()) {
        return;
      }
      var there = here.resolve(to).toString();
      if (there.startsWith(ROOT + "/") && !there.endsWith("/")) {
        link.setDestination(there.replaceFirst("(/README)?\\.md(#|$)", "$2"));
      } else {
        unlink(link); // a folder, or a file of the checkout that is not in the jar
      }
    }

    @Override
    public void visit(Image image) {
      image.setDestination(here.resolve(image.getDestination()).toString());
    }

    private static void unlink(Link link) {
      while (link.getFirstChild() != null) {
        link.insertBefore(link.getFirstChild());
      }
      link.unlink();
    }
  }
}
