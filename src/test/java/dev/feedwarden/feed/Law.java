package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.BASE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.api.JsonLaw;
import dev.feedwarden.app.ConfigurationLaw;
import dev.feedwarden.model.Budget;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.CacheControl;
import dev.feedwarden.policy.HttpDates;
import dev.feedwarden.policy.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** What must hold whatever bytes a stranger sends; to break it is to throw. */
enum Law {
  XML {
    @Override
    void hold(byte[] input) {
      readable(FeedReader.read(input, null, BASE, Budget.UNLIMITED));
    }
  },
  JSON {
    @Override
    void hold(byte[] input) {
      var text = "{" + new String(input, UTF_8);
      readable(FeedReader.read(text.getBytes(UTF_8), null, BASE, Budget.UNLIMITED));
    }
  },
  OPML {
    @Override
    void hold(byte[] input) {
      if (Opml.read(input) instanceof Opml.Result.Outlines(var outlines)) {
        var again = Opml.read(Opml.write(outlines).getBytes(UTF_8));
        require(again instanceof Opml.Result.Outlines, "what is written can be read", again);
        outlines.forEach(outline -> storable(outline.toString()));
      }
    }
  },
  HTML {
    @Override
    void hold(byte[] input) {
      var html = new String(input, UTF_8);
      var attributes = new HtmlAttributes(new HtmlUrls(BASE));
      var plain = PlainHtml.clean(html, attributes, Budget.UNLIMITED, new Desk());
      if (plain != null) {
        var careful = Sanitizer.cleanWithCare(html, BASE, Budget.UNLIMITED);
        require(plain.equals(careful), "the quick way is the careful way", plain + " / " + careful);
      }
      if (Sanitizer.clean(html, BASE, Budget.UNLIMITED) instanceof Sanitizer.Result.Safe safe) {
        var dangers = Browser.dangers(safe.html());
        require(dangers.isEmpty(), "nothing runs", dangers);
        var again = Sanitizer.clean(safe.html(), BASE, Budget.UNLIMITED);
        var same = new Sanitizer.Result.Safe(safe.html(), false);
        require(again.equals(same), "to clean again changes nothing", safe + " / " + again);
      }
    }
  },
  TEXT {
    @Override
    void hold(byte[] input) {
      var html = new String(input, UTF_8);
      require(PlainText.ofTitle(html, 100).length() <= 100, "titles are bounded", html);
      var words = PlainText.words(html, new Desk());
      require(PlainText.beginning(words, 100).length() <= 100, "bodies are bounded", html);
    }
  },
  DATES {
    @Override
    void hold(byte[] input) {
      var read = DateText.parse(new String(input, UTF_8));
      if (read != null) {
        var again = DateText.instant(read.instant().toString());
        require(read.instant().equals(again), "an instant is read as itself", read);
      }
    }
  },
  LINKS {
    @Override
    void hold(byte[] input) {
      var text = new String(input, UTF_8);
      Address.parse(text, null);
      var link = Links.resolve(BASE, text);
      if (link != null) {
        require(link.startsWith("http://") || link.startsWith("https://"), "of the web", link);
        require(link.equals(Links.resolve(BASE, link)), "resolved once is enough", link);
        Links.key(link);
        WebUrl.parse(link);
      }
    }
  },
  CHARSETS {
    @Override
    void hold(byte[] input) {
      var cut = Math.min(input.length, 64);
      var header = "text/xml; charset=" + new String(input, 0, cut, UTF_8);
      storable(Decoding.text(input, null));
      storable(Decoding.text(input, header));
    }
  },
  HEADERS {
    @Override
    void hold(byte[] input) {
      var text = new String(input, UTF_8);
      var half = text.length() / 2;
      var now = Instant.parse("2025-06-01T00:00:00Z");
      RetryAfter.parse(text.substring(0, half), text.substring(half), now);
      RetryAfter.parse(text, null, now)
          .ifPresent(wait -> require(isWithin(wait, RetryAfter.LONGEST), "bounded", text));
      CacheControl.maxAge(text)
          .ifPresent(age -> require(isWithin(age, CacheControl.LONGEST), "bounded", text));
      HttpDates.parse(text);
    }
  },
  URLS {
    @Override
    void hold(byte[] input) {
      var text = new String(input, UTF_8);
      WebUrl.maskedText(text);
      if (WebUrl.parse(text) instanceof WebUrl.Parsed.Good(var url)) {
        var again = WebUrl.of(url.text());
        require(again.equals(url), "what is written is read as itself", url.text());
        require(again.key().equals(url.key()), "one feed has one key", url.text());
        require(url.isOfOrigin(again), "it is of its own origin", url.text());
        url.masked();
        url.hostKey();
        url.withoutSecrets();
        storable(url.text());
      }
    }
  },
  API {
    @Override
    void hold(byte[] input) {
      JsonLaw.hold(input);
    }
  },
  CONFIGURATION {
    @Override
    void hold(byte[] input) {
      ConfigurationLaw.hold(new String(input, UTF_8));
    }
  };

  abstract void hold(byte[] input);

  /** Whether it is about short texts, of which many can be tried in little time. */
  boolean isSmall() {
    return compareTo(HTML) > 0;
  }

  private static void readable(Reading reading) {
    if (reading instanceof Reading.Feed(_, _, var channel, var items, _)) {
      storable(channel.toString());
      items.forEach(item -> storable(item.toString()));
      var keyed = Identity.of(items);
      var changes = Sifting.changes(channel, keyed, Map.of(), 0, Budget.UNLIMITED);
      require(changes.isPresent(), "an unlimited budget is enough", reading);
    }
  }

  private static void storable(String text) {
    require(text.codePoints().allMatch(Chars::isStorable), "can be stored", text);
  }

  private static boolean isWithin(Duration duration, Duration longest) {
    return !duration.isNegative() && duration.compareTo(longest) <= 0;
  }

  private static void require(boolean holds, String law, Object found) {
    if (!holds) {
      throw new IllegalStateException("broken law \"" + law + "\": " + found);
    }
  }
}
