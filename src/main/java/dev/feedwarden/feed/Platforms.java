package dev.feedwarden.feed;

import dev.feedwarden.feed.Candidate.How;
import dev.feedwarden.model.WebUrl;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where well-known sites keep the feeds of their pages, and where all others usually do. */
public final class Platforms {
  private record Rule(Pattern page, List<String> feeds) {}

  private static Rule rule(String page, String... feeds) {
    return new Rule(Pattern.compile("(?:www\\.|m\\.)?" + page), List.of(feeds));
  }

  private static final String NAME = "([\\w.-]+)";
  private static final String END = "/?(?:\\?.*)?";

  // A page is host, path and query; $1, $2 in a feed are the groups of its page.
  private static final List<Rule> RULES =
      List.of(
          rule(
              "youtube\\.com/channel/([\\w-]+).*",
              "https://www.youtube.com/feeds/videos.xml?channel_id=$1"),
          rule(
              "youtube\\.com/(?:playlist|watch)\\?(?:.*&)?list=([\\w-]+).*",
              "https://www.youtube.com/feeds/videos.xml?playlist_id=$1"),
          rule(
              "youtube\\.com/user/([\\w-]+).*", "https://www.youtube.com/feeds/videos.xml?user=$1"),
          rule(
              "github\\.com/([\\w-]+)/" + NAME + "(?:/.*)?" + END,
              "https://github.com/$1/$2/releases.atom",
              "https://github.com/$1/$2/commits.atom",
              "https://github.com/$1/$2/tags.atom"),
          rule("github\\.com/([\\w-]+)" + END, "https://github.com/$1.atom"),
          rule(
              "gitlab\\.com/([\\w.-]+(?:/[\\w.][\\w.-]*)+)(?:/-/.*)?" + END,
              "https://gitlab.com/$1/-/releases.atom",
              "https://gitlab.com/$1/-/tags?format=atom",
              "https://gitlab.com/$1/-/commits/HEAD?format=atom"),
          rule(
              "codeberg\\.org/" + NAME + "/" + NAME + "(?:/.*)?" + END,
              "https://codeberg.org/$1/$2/releases.rss",
              "https://codeberg.org/$1/$2.rss"),
          rule(
              "(?:old\\.|new\\.)?reddit\\.com/(r|user)/([\\w-]+).*",
              "https://www.reddit.com/$1/$2/.rss"),
          rule("medium\\.com/(@?[\\w.-]+)" + END, "https://medium.com/feed/$1"),
          rule("([\\w-]+)\\.medium\\.com/.*", "https://$1.medium.com/feed"),
          rule("([\\w-]+)\\.substack\\.com/.*", "https://$1.substack.com/feed"),
          rule("([\\w-]+)\\.wordpress\\.com/.*", "https://$1.wordpress.com/feed/"),
          rule("([\\w-]+)\\.blogspot\\.([a-z.]+)/.*", "https://$1.blogspot.$2/feeds/posts/default"),
          rule("tumblr\\.com/([\\w-]+)" + END, "https://$1.tumblr.com/rss"),
          rule("([\\w-]+)\\.tumblr\\.com/.*", "https://$1.tumblr.com/rss"),
          rule("([\\w-]+)\\.ghost\\.io/.*", "https://$1.ghost.io/rss/"),
          rule("([\\w-]+)\\.micro\\.blog/.*", "https://$1.micro.blog/feed.xml"),
          rule("bsky\\.app/profile/([\\w.:-]+).*", "https://bsky.app/profile/$1/rss"),
          rule("news\\.ycombinator\\.com/.*", "https://news.ycombinator.com/rss"),
          rule("lobste\\.rs/t/([\\w,-]+).*", "https://lobste.rs/t/$1.rss"),
          rule("lobste\\.rs/.*", "https://lobste.rs/rss"),
          rule("dev\\.to/([\\w-]+)" + END, "https://dev.to/feed/$1"),
          rule(
              "stackoverflow\\.com/questions/tagged/([^/?]+).*",
              "https://stackoverflow.com/feeds/tag/$1"),
          rule("vimeo\\.com/([\\w-]+)" + END, "https://vimeo.com/$1/videos/rss"),
          rule("pypi\\.org/project/" + NAME + ".*", "https://pypi.org/rss/project/$1/releases.xml"),
          rule("letterboxd\\.com/([\\w-]+)" + END, "https://letterboxd.com/$1/rss/"),
          rule("sourceforge\\.net/projects/([\\w-]+).*", "https://sourceforge.net/projects/$1/rss"),
          rule("arxiv\\.org/list/([\\w.-]+).*", "https://rss.arxiv.org/rss/$1"),
          // Mastodon and its kin, on any host.
          rule("([\\w.:-]+)/(@\\w+)" + END, "https://$1/$2.rss"));

  private static final List<String> USUAL =
      List.of(
          "feed",
          "rss.xml",
          "atom.xml",
          "feed.xml",
          "index.xml",
          "rss",
          "feed.json",
          "feeds/posts/default",
          "?feed=rss2",
          "feed.atom",
          "blog/feed");

  private Platforms() {}

  /** What a well-known site does; the first rule that knows the page holds. */
  public static List<Candidate> of(WebUrl page) {
    var text = page.authority() + page.target();
    return RULES.stream()
        .filter(rule -> rule.page().matcher(text).matches())
        .limit(1)
        .flatMap(rule -> rule.feeds().stream().map(feed -> filled(rule, feed, text)))
        .flatMap(feed -> candidate(feed, How.PLATFORM))
        .toList();
  }

  private static String filled(Rule rule, String feed, String page) {
    return rule.page().matcher(page).replaceFirst(feed);
  }

  /** Where feeds usually are: at the site's root, and below the page's own folder. */
  public static List<Candidate> usual(WebUrl page) {
    var root = page.scheme() + "://" + page.authority() + "/";
    var path = page.target().replaceFirst("\\?.*", "");
    var folder = path.endsWith("/") ? path : path + "/";
    return Stream.concat(
            folder.equals("/")
                ? Stream.of()
                : Stream.of("feed", "rss.xml", "atom.xml")
                    .map(name -> root + folder.substring(1) + name),
            USUAL.stream().map(name -> root + name))
        .flatMap(feed -> candidate(feed, How.USUAL))
        .distinct()
        .toList();
  }

  private static Stream<Candidate> candidate(String feed, How how) {
    return WebUrl.parse(feed) instanceof WebUrl.Parsed.Good(var url)
        ? Stream.of(new Candidate(url, how))
        : Stream.of();
  }
}
