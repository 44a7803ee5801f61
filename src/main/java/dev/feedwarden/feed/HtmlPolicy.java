package dev.feedwarden.feed;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which elements and attributes of HTML an article may have. */
final class HtmlPolicy {
  /** What becomes of an element. */
  enum Fate {
    KEPT,
    /** Its content stays; so for all that is in no list here. */
    UNWRAPPED,
    DROPPED_WITH_CONTENT
  }

  /** What the value of an attribute is, and so how it is made safe. */
  enum Value {
    /** Any text, because no browser acts on it. */
    PLAIN,
    /** Present or not. */
    FLAG,
    /** Followed by a reader who clicks. */
    LINK,
    /** Another page or file, on the web only. */
    WEB,
    /** A picture or another medium; small pictures may be written out in it. */
    MEDIUM,
    MEDIA_BY_SIZE
  }

  // The content of an object or a frame that we do not show is what is meant to be shown instead;
  // so is that of a noscript, because no script will run.
  private static final Map<String, Fate> ELEMENTS =
      Stream.concat(
              fates(
                  Fate.KEPT,
                  """
                  a abbr acronym address article aside audio b bdi bdo big blockquote br caption
                  center cite code col colgroup data dd del details dfn dir div dl dt em figcaption
                  figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li listing main
                  mark menu meter nav nobr ol p picture plaintext pre progress q rp rt rtc ruby s
                  samp section small source span strike strong sub summary sup table tbody td tfoot
                  th thead time tr track tt u ul var video wbr xmp
                  """),
              fates(
                  Fate.DROPPED_WITH_CONTENT,
                  """
                  base basefont bgsound button command datalist embed frame frameset head iframe
                  ilayer input isindex keygen layer link meta optgroup option param script
                  select style template textarea title xml
                  """))
          .collect(toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  // These read what is in them in their own ways; what they show is preformatted text.
  private static final Set<String> PREFORMATTED = Set.of("listing", "plaintext", "xmp");

  // No class, id, name or style: they would meet those of the page that shows the article.
  private static final Map<String, Value> ATTRIBUTES =
      Stream.of(
              values(
                  Value.PLAIN,
                  """
                  abbr align alt axis bgcolor bgproperties border bordercolor bordercolordark
                  bordercolorlight bottompadding cellpadding cellspacing ch char charoff charset choff
                  clear color cols colspan datetime decoding dir face frame headers height high
                  hreflang hspace kind label lang leftspacing loading low max media min optimum
                  point-size rightspacing rows rowspan rules scope size sizes span srclang start
                  summary title toppadding type valign value vspace width wrap
                  """),
              values(
                  Value.FLAG,
                  "compact controls default ismap loop muted noshade nowrap open playsinline"
                      + " reversed"),
              values(Value.LINK, "href"),
              values(Value.WEB, "background cite longdesc"),
              values(Value.MEDIUM, "poster src"),
              values(Value.MEDIA_BY_SIZE, "srcset"))
          .flatMap(identity())
          .collect(toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  // The other attributes mean something on many elements, and nothing bad on the rest.
  private static final Map<String, Set<String>> ONLY_ON =
      Map.of(
          "href", Set.of("a"),
          "src", Set.of("audio", "iframe", "img", "source", "track", "video"),
          "srcset", Set.of("img", "source"),
          "poster", Set.of("video"),
          "longdesc", Set.of("img"));

  // Without one of these the element shows nothing, or is only an anchor.
  private static final Map<String, Set<String>> NEEDS_ONE_OF =
      Map.of(
          "a", Set.of("href"),
          "img", Set.of("src", "srcset"),
          "source", Set.of("src", "srcset"),
          "track", Set.of("src"));

  private HtmlPolicy() {}

  static Fate fate(String element) {
    return ELEMENTS.getOrDefault(element, Fate.UNWRAPPED);
  }

  static String written(String element) {
    return PREFORMATTED.contains(element) ? "pre" : element;
  }

  /** Null for an attribute that is dropped. */
  static @Nullable Value value(String element, String attribute) {
    var elements = ONLY_ON.get(attribute);
    return elements == null || elements.contains(element) ? ATTRIBUTES.get(attribute) : null;
  }

  /** Whether an element may stand directly in another; balancing sees to all but columns. */
  static boolean fits(String element, @Nullable String parent) {
    return !element.equals("col") || "colgroup".equals(parent);
  }

  static boolean isWhole(String element, List<String> attributes) {
    var needed = NEEDS_ONE_OF.get(element);
    if (needed == null) {
      return true;
    }
    for (var name : needed) {
      if (HtmlAttributes.value(attributes, name) != null) {
        return true;
      }
    }
    return false;
  }

  private static Stream<Map.Entry<String, Fate>> fates(Fate fate, String names) {
    return Stream.of(names.strip().split("\\s+")).map(name -> Map.entry(name, fate));
  }

  private static Stream<Map.Entry<String, Value>> values(Value value, String names) {
    return Stream.of(names.strip().split("\\s+")).map(name -> Map.entry(name, value));
  }
}
