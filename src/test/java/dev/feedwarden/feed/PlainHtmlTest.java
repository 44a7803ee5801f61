package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.BASE;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.owasp.html.HtmlStreamEventReceiver;
import org.owasp.html.TagBalancingHtmlStreamEventReceiver;

/** The quick way either leaves a body alone or writes what the careful way writes. */
final class PlainHtmlTest {
  private static final String USUAL =
      """
      <h2>A title &amp; more</h2>
      <p>Words, <em>more</em> words &lt;b&gt; &#8211; caf\u00e9 \u2014 \uD83D\uDE00 &nbsp;&quot;so&quot; 1 > 0</p>
      <p class="lead" id='x'><a href="/a?b=1&amp;utm_source=rss&c=2" title='it "is"'>a link</a> <a name="here">here</a></p>
      <figure><img src="/i.jpg?w=1&amp;h=2" alt="i > j" width="600" loading="lazy"/>\
      <figcaption>Below<br />it</figcaption></figure>
      <ul>
      <li>one</li>
      <li><p>two</p><ol><li>deep</li></ol></li>
      </ul>
      <table><thead><tr><th>h</th></tr></thead> <tbody><tr><td>c<hr></td></tr></tbody></table>
      <pre><code>if (a &lt; b &amp;&amp; c) { }</code></pre>
      <img src="/1.gif" width="1" height="1"><dl><dt>t</dt><dd>d</dd></dl>
      """;

  private static final String[] PIECES = {
    "<",
    ">",
    "/",
    "</",
    "/>",
    "<!--",
    "-->",
    "&",
    ";",
    "&lt;",
    "&amp",
    "&#",
    "&#0;",
    "&#150;",
    "&#xD83D;",
    "&copy",
    "&notit;",
    "\"",
    "'",
    "=",
    " ",
    "\n",
    "\t",
    "\r",
    "\f",
    "\u000b",
    "\0",
    "\u0001",
    "\u007f",
    "\u0085",
    "\u00a0",
    "\uD83D",
    "\uDE00",
    "\uFFFE",
    "\uFEFF",
    "a",
    "p",
    "P",
    "<p>",
    "</p>",
    "<a>",
    "</a>",
    "<b>",
    "</b>",
    "<ul>",
    "<li>",
    "</li>",
    "<td>",
    "<br>",
    "</br>",
    "<svg>",
    "<script>",
    "<style>",
    "<title>",
    "<iframe src='https://youtube.com/x'/>",
    "<textarea>",
    "<plaintext>",
    "<noscript>",
    "<x-y>",
    " href='javascript:1'",
    " href=\"/x\"",
    " src=x",
    " onclick='x'",
    " title",
    " title='<b>'",
    " title='<% %>'",
    " href='/y' href='/z'",
    "<![CDATA[",
    "]]>",
    "<%",
    "%>",
    "<?",
    "<A HREF='x'>",
    "<template>",
    "<math>"
  };

  @Test
  void what_most_feeds_write_is_plain() {
    assertThat(plain(USUAL)).isEqualTo(careful(USUAL)).isNotNull();
    assertThat(plain("")).isEqualTo(new Sanitizer.Result.Safe("", false));
    assertThat(plain("Only words")).isEqualTo(new Sanitizer.Result.Safe("Only words", false));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          <p>one<p>two               | an end that is missing
          <b><i>x</b></i>            | ends in the wrong order
          x</p>                      | an end of nothing
          <P>x</P>                   | large letters
          <p title=x>x</p>           | no quotes
          <p title>x</p>             | no value
          <p title="x"lang="y">x</p> | no space between
          <p title="<% %>">x</p>     | a sign in a value
          <!-- x -->                 | a comment
          <![CDATA[x]]>              | a section of XML
          a < b                      | a sign that is text
          <script>x</script>         | what is no text
          <title/>x                  | what is empty only in XML
          <x-y>x</x-y>               | an unknown element
          <li>x</li>                 | a part without its list
          <ul>x</ul>                 | words in a list
          <a href="/"><a href="/">x</a></a> | a link in a link
          <p><div>x</div></p>        | a block where only words may be
          <p><a href="/"><div>x</div></a></p> | a block in a link in a paragraph
          <h1><h2>x</h2></h1>        | a title in a title
          <table><tr><td>x</td></tr></table> | a row without its section
          <p/>x                      | an end that is none
          <p>x</p >                  | a space in an end
          </br>                      | an end of what has none
          """)
  void what_is_not_plain_is_left_to_the_careful_way(String html, String what) {
    assertThat(plain(html)).as(what).isNull();
  }

  @Test
  void what_is_too_large_is_left_to_the_careful_way() {
    var half = Sanitizer.LONGEST / 2;

    assertThat(plain("x".repeat(half))).isNotNull();
    assertThat(plain("x".repeat(half + 1))).isNull();
    assertThat(plain(">".repeat(half))).isNull();
    assertThat(plain("<b>".repeat(64) + "x" + "</b>".repeat(64))).isNotNull();
    assertThat(plain("<b>".repeat(65) + "x" + "</b>".repeat(65))).isNull();
    assertThat(plain("<br>".repeat(20_000))).isNotNull();
    assertThat(plain("<br>".repeat(20_001))).isNull();
  }

  /** All that is believed of balancing: where a parent holds a child, nothing is put right. */
  @Test
  void an_element_that_may_stand_where_it_does_passes_the_balancer_as_it_is() {
    var paths = new ArrayList<List<PlainElement>>();
    grow(List.of(), PlainElement.FLOW, 3, paths);

    assertThat(paths).hasSizeGreaterThan(10_000);
    assertThat(paths.stream().filter(path -> !passes(path))).isEmpty();
  }

  @Test
  void every_plain_element_is_kept_under_its_name() {
    assertThat(PlainElement.all())
        .hasSizeGreaterThan(70)
        .allSatisfy(
            element -> {
              var name = element.name();
              assertThat(HtmlPolicy.fate(name)).isEqualTo(HtmlPolicy.Fate.KEPT);
              assertThat(HtmlPolicy.written(name)).isEqualTo(name);
              assertThat(HtmlPolicy.fits(name, null)).isTrue();
              assertThat(PlainElement.at("<" + name + ">", 1, 1 + name.length()))
                  .isEqualTo(element);
              assertThat(PlainElement.at(name + "x", 0, name.length() + 1)).isNull();
            });
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void mutants_of_usual_bodies_come_out_the_same(long seed) {
    var random = new Random(seed);
    var plain = 0;
    for (int i = 0; i < 4_000; i++) {
      plain += same(mutant(random)) ? 1 : 0;
    }

    assertThat(plain).isGreaterThan(200);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void balanced_heaps_come_out_the_same(long seed) {
    var random = new Random(seed);
    var plain = 0;
    for (int i = 0; i < 4_000; i++) {
      plain += same(tree(random, 4)) ? 1 : 0;
    }

    assertThat(plain).isGreaterThan(200);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void heaps_of_markup_come_out_the_same(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 4_000; i++) {
      same(Bodies.heap(random, 1 + random.nextInt(12)));
    }
  }

  static Stream<String> attacks() {
    return SafeHtmlTest.attacks();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void attacks(String attack) {
    same(attack);
    same("<p>" + attack + "</p>");
    same("<p title='" + attack + "'>x</p>");
    same("<p title=\"" + attack + "\">x</p>");
  }

  @Test
  void every_reference_comes_out_the_same() {
    for (int code = 0; code < 0x11_0010; code += code < 0x3_000 ? 1 : 61) {
      same("<p title='&#" + code + ";'>&#x" + Integer.toHexString(code) + ";</p>");
    }
    for (var end : List.of(";", "", "=", "x;", " ")) {
      Stream.of(
              "amp lt gt quot apos nbsp copy not notin lang rang hellip Tab NewLine bne".split(" "))
          .forEach(name -> same("a&" + name + end + "<a href='/?a&" + name + end + "'>b</a>"));
    }
  }

  @Test
  void every_character_comes_out_the_same() {
    for (char c = 0; c < 0xFFFF; c++) {
      same("<p title='a" + c + "'>b" + c + "</p>");
    }
  }

  @Test
  void the_budget_is_asked_at_the_same_steps() {
    for (int enough = 0; enough < 70; enough++) {
      var left = new AtomicInteger(enough);
      var carefully = new AtomicInteger(enough);
      Budget budget = () -> left.decrementAndGet() < 0;
      Budget careful = () -> carefully.decrementAndGet() < 0;

      assertThat(PlainHtml.clean(USUAL, attributes(), budget, new Desk()))
          .isEqualTo(Sanitizer.cleanWithCare(USUAL, BASE, careful));
      assertThat(left.get()).isEqualTo(carefully.get());
    }
  }

  private static void grow(
      List<PlainElement> path, int holds, int more, List<List<PlainElement>> found) {
    PlainElement.all()
        .filter(child -> child.isIn(holds))
        .filter(child -> !child.isLink() || path.stream().noneMatch(PlainElement::isLink))
        .map(child -> Stream.concat(path.stream(), Stream.of(child)).toList())
        .forEach(
            longer -> {
              found.add(longer);
              if (more > 1) {
                grow(longer, longer.getLast().holdsWithin(holds), more - 1, found);
              }
            });
  }

  private static boolean passes(List<PlainElement> path) {
    var passed = new StringBuilder();
    var balancer = new TagBalancingHtmlStreamEventReceiver(new Passed(passed));
    var holds = PlainElement.FLOW;
    var expected = new StringBuilder();
    for (var each : path) {
      balancer.text(" ");
      expected.append(PlainElement.holdsText(holds) ? " " : "");
      if (PlainElement.holdsText(holds)) {
        balancer.text("x");
        expected.append("x");
      }
      balancer.openTag(each.name(), List.of());
      expected.append('<').append(each.name()).append('>');
      holds = each.holdsWithin(holds);
    }
    path.reversed().stream()
        .filter(each -> !each.isVoid())
        .forEach(
            each -> {
              balancer.closeTag(each.name());
              expected.append("</").append(each.name()).append('>');
            });
    balancer.closeDocument();

    return passed.compareTo(expected) == 0;
  }

  private record Passed(StringBuilder out) implements HtmlStreamEventReceiver {
    @Override
    public void openDocument() {}

    @Override
    public void closeDocument() {}

    @Override
    public void openTag(String name, List<String> attributes) {
      out.append('<').append(name).append('>');
    }

    @Override
    public void closeTag(String name) {
      out.append("</").append(name).append('>');
    }

    @Override
    public void text(String text) {
      out.append(text);
    }
  }

  /** Some pieces put into the usual body, or taken out of it. */
  private static String mutant(Random random) {
    var out = new StringBuilder(USUAL);
    for (int i = random.nextInt(4); i >= 0; i--) {
      var at = random.nextInt(out.length());
      switch (random.nextInt(3)) {
        case 0 -> out.delete(at, Math.min(out.length(), at + 1 + random.nextInt(8)));
        case 1 -> out.insert(at, PIECES[random.nextInt(PIECES.length)]);
        default -> out.replace(at, at + 1, PIECES[random.nextInt(PIECES.length)]);
      }
    }
    return out.toString();
  }

  /** Balanced, but of elements in any order. */
  private static String tree(Random random, int depth) {
    var names = PlainElement.all().toList();
    return IntStream.range(0, 1 + random.nextInt(3))
        .mapToObj(
            _ -> {
              var element = names.get(random.nextInt(names.size()));
              var tag = "<" + element.name() + attribute(random) + ">";
              var inside = depth == 0 ? "" : tree(random, depth - 1 - random.nextInt(depth));
              return random.nextInt(3) == 0
                  ? "x" + PIECES[random.nextInt(14, 30)]
                  : element.isVoid() ? tag : tag + inside + "</" + element.name() + ">";
            })
        .collect(joining());
  }

  private static String attribute(Random random) {
    var written =
        Map.of(
            0,
            " href='x'",
            1,
            " src=\"a.png\"",
            2,
            " title='\"'",
            3,
            " class=''",
            4,
            " name='a'",
            5,
            " width='1' height='1'");
    return written.getOrDefault(random.nextInt(12), "");
  }

  /** Whether it was plain. */
  private static boolean same(String html) {
    var plain = plain(html);
    if (plain != null) {
      assertThat(plain).as(html).isEqualTo(careful(html));
    }
    return plain != null;
  }

  private static Sanitizer.@Nullable Result plain(String html) {
    return PlainHtml.clean(html, attributes(), Budget.UNLIMITED, new Desk());
  }

  private static Sanitizer.Result careful(String html) {
    return Sanitizer.cleanWithCare(html, BASE, Budget.UNLIMITED);
  }

  private static HtmlAttributes attributes() {
    return new HtmlAttributes(new HtmlUrls(BASE));
  }
}
