package dev.feedwarden.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.feed.Candidate.How;
import dev.feedwarden.model.WebUrl;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PlatformsTest {
  private static List<String> urls(List<Candidate> candidates) {
    return candidates.stream().map(candidate -> candidate.url().text()).toList();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          https://www.youtube.com/channel/UCab-c/videos,    https://www.youtube.com/feeds/videos.xml?channel_id=UCab-c
          https://youtube.com/playlist?list=PL1,            https://www.youtube.com/feeds/videos.xml?playlist_id=PL1
          https://m.youtube.com/user/ann,                   https://www.youtube.com/feeds/videos.xml?user=ann
          https://github.com/ann/tool.js/issues?q=x,        https://github.com/ann/tool.js/releases.atom
          https://github.com/ann,                           https://github.com/ann.atom
          https://gitlab.com/group/sub/tool/-/tree/main,    https://gitlab.com/group/sub/tool/-/releases.atom
          https://codeberg.org/ann/tool,                    https://codeberg.org/ann/tool/releases.rss
          https://old.reddit.com/r/java/top/,               https://www.reddit.com/r/java/.rss
          https://www.reddit.com/user/ann,                  https://www.reddit.com/user/ann/.rss
          https://medium.com/@ann,                          https://medium.com/feed/@ann
          https://medium.com/some-journal/,                 https://medium.com/feed/some-journal
          https://ann.medium.com/post-1,                    https://ann.medium.com/feed
          https://ann.substack.com/p/one,                   https://ann.substack.com/feed
          https://ann.wordpress.com/,                       https://ann.wordpress.com/feed/
          http://ann.blogspot.co.uk/2020/01/x.html,         https://ann.blogspot.co.uk/feeds/posts/default
          https://ann.tumblr.com/post/1,                    https://ann.tumblr.com/rss
          https://www.tumblr.com/ann,                       https://ann.tumblr.com/rss
          https://ann.ghost.io/a/,                          https://ann.ghost.io/rss/
          https://bsky.app/profile/ann.example,             https://bsky.app/profile/ann.example/rss
          https://news.ycombinator.com/newest,              https://news.ycombinator.com/rss
          https://dev.to/ann,                               https://dev.to/feed/ann
          https://stackoverflow.com/questions/tagged/rss,   https://stackoverflow.com/feeds/tag/rss
          https://pypi.org/project/tool/1.0/,               https://pypi.org/rss/project/tool/releases.xml
          https://mastodon.example/@ann,                    https://mastodon.example/@ann.rss
          https://social.example:8443/@ann/,                https://social.example:8443/@ann.rss
          """)
  void a_well_known_site_keeps_its_feeds_where_it_always_does(String page, String feed) {
    var found = Platforms.of(WebUrl.of(page));

    assertThat(found.getFirst()).isEqualTo(new Candidate(WebUrl.of(feed), How.PLATFORM));
  }

  @Test
  void a_repository_has_several() {
    assertThat(urls(Platforms.of(WebUrl.of("https://github.com/ann/tool"))))
        .containsExactly(
            "https://github.com/ann/tool/releases.atom",
            "https://github.com/ann/tool/commits.atom",
            "https://github.com/ann/tool/tags.atom");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://x.example/",
        "https://github.com/",
        "https://github.com.evil.example/ann/tool",
        "https://notreddit.com/r/java",
        "https://www.youtube.com/",
      })
  void other_pages_are_unknown(String page) {
    assertThat(Platforms.of(WebUrl.of(page))).isEmpty();
  }

  @Test
  void feeds_are_usually_below_the_page_and_at_the_root() {
    assertThat(urls(Platforms.usual(WebUrl.of("https://x.example:8443/blog?a=1"))))
        .startsWith(
            "https://x.example:8443/blog/feed",
            "https://x.example:8443/blog/rss.xml",
            "https://x.example:8443/blog/atom.xml",
            "https://x.example:8443/feed",
            "https://x.example:8443/rss.xml")
        .contains(
            "https://x.example:8443/?feed=rss2", "https://x.example:8443/feeds/posts/default");
    assertThat(urls(Platforms.usual(WebUrl.of("http://x.example"))))
        .hasSize(11)
        .doesNotHaveDuplicates()
        .startsWith("http://x.example/feed");
  }
}
