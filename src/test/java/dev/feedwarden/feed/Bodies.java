package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.BASE;

import dev.feedwarden.model.Budget;
import java.util.Random;

/** Bodies for tests: cleaned ones, and heaps of markup that nobody would write. */
final class Bodies {
  private static final String[] NAMES =
      """
      a abbr audio b bdo blockquote body br button canvas caption center cite code col colgroup dd
      del details dialog dir div dl dt em fieldset figcaption figure font form frameset h1 h2 head
      header hr html i iframe img input ins label legend li listing map marquee math menu meter
      nobr noembed noframes noscript o:p object ol optgroup option p picture plaintext pre q rp rt
      rtc ruby s script section select small source span strike style sub summary svg table tbody
      td template textarea tfoot th thead title tr track tt u ul var video wbr x-y xml xmp
      """
          .strip()
          .split("\\s+");
  private static final String[] ATTRIBUTES = {
    " href=x",
    " href='javascript:1'",
    " src=a.png",
    " title=\"<b>&quot;\"",
    " srcset='a 1x,b'",
    " alt",
    " onclick=x",
    " width=1",
    " /",
    " class=q",
    "\0",
    " =\""
  };
  private static final String[] TEXTS = {
    "text",
    " ",
    "&amp;",
    "&lt;b>",
    "<",
    "</",
    ">",
    "\"",
    "<!--",
    "-->",
    "--!>",
    "<![CDATA[",
    "]]>",
    "\n",
    "\0",
    "\uD83D\uDE00",
    "&#x26;",
    "<?",
    "<%",
    "%>",
    "&#13;",
    "\r",
    "&#150;",
    "&#1;"
  };

  private Bodies() {}

  static Sanitizer.Result clean(String html) {
    return Sanitizer.clean(html, BASE, Budget.UNLIMITED);
  }

  /** The safe HTML, whether cut or not. */
  static String safe(String html) {
    return ((Sanitizer.Result.Safe) clean(html)).html();
  }

  static String heap(Random random, int pieces) {
    var out = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      switch (random.nextInt(10)) {
        case 0, 1, 2, 3, 4 -> {
          out.append('<').append(any(random, NAMES));
          while (random.nextInt(3) == 0) {
            out.append(any(random, ATTRIBUTES));
          }
          out.append(random.nextInt(20) == 0 ? "" : ">");
        }
        case 5, 6, 7 -> out.append("</").append(any(random, NAMES)).append('>');
        default -> out.append(any(random, TEXTS));
      }
    }
    return out.toString();
  }

  private static String any(Random random, String[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
