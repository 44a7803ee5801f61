package dev.feedwarden.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.Registry;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.TreeMap;

/**
 * What the articles of a database say, all revisions included, as one short word: the same in
 * whatever order, at whatever time and with whatever other polls they came.
 */
public final class ArticleDigest {
  private static final int PAGE = 500;
  private static final int OF_A_SOURCE = 1_000_000;

  private ArticleDigest() {}

  /** The number of articles and their digest. */
  public static String of(Database database) {
    var sources = new TreeMap<String, SourceId>();
    var registry = new Registry(database);
    for (var page = registry.page("", PAGE);
        !page.isEmpty();
        page = registry.page(page.getLast().source().id().value(), PAGE)) {
      page.stream()
          .map(Registered::source)
          .forEach(source -> sources.put(String.valueOf(source.settings().feedUrl()), source.id()));
    }
    var articles = new Articles(database);
    var digest = sha256();
    var count = 0;
    for (var source : sources.entrySet()) {
      var lines = new ArrayList<String>();
      articles
          .newest(source.getValue(), 0, Long.MAX_VALUE, OF_A_SOURCE)
          .forEach(article -> lines.add(line(articles, article)));
      count += lines.size();
      digest.update(source.getKey().getBytes(UTF_8));
      lines.stream().sorted().forEach(line -> digest.update(line.getBytes(UTF_8)));
    }
    return count + " articles, " + HexFormat.of().formatHex(digest.digest());
  }

  private static String line(Articles articles, Article article) {
    var earlier =
        article.seen().revision() == 1
            ? ""
            : articles.revisions(article.id()).stream()
                .map(revision -> revision.number() + " " + revision.version())
                .toList();
    return "%s %s %s %s\n"
        .formatted(article.guid(), article.seen().revision(), article.version(), earlier);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
