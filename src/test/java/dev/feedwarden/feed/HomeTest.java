package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.WebUrl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HomeTest {
  private static final WebUrl BASE = WebUrl.of("https://feeds.example/a.xml");

  private static String item(String link) {
    return "<item><title>" + link + "</title><link>" + link + "</link></item>";
  }

  @ParameterizedTest(name = "of {0} with entries at {1}, {2}, {3}: {4}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          https://a.example/, https://b.example/1, https://b.example/2, https://b.example/3, a.example
          -,                  https://b.example/1, https://c.example/2, https://b.example/3, b.example
          -,                  https://c.example/1, https://b.example/2, mailto:x@d.example,  b.example
          /home,              https://b.example/1, https://b.example/2, https://b.example/3, feeds.example
          -,                  mailto:a@a.example,  mailto:b@b.example,  mailto:c@c.example,  -
          """)
  void a_feed_belongs_to_the_site_it_names_else_to_that_of_most_entries(
      @Nullable String site, String one, String two, String three, @Nullable String home) {
    var text =
        "<rss version='2.0'><channel><title>t</title>"
            + (site == null ? "" : "<link>" + site + "</link>")
            + item(one)
            + item(two)
            + item(three)
            + "</channel></rss>";
    var read = (Reading.Feed) FeedReader.read(text.getBytes(UTF_8), null, BASE, () -> false);

    assertThat(Home.of(read).map(HostKey::value).orElse(null)).isEqualTo(home);
  }
}
