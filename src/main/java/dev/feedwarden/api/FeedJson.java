package dev.feedwarden.api;

import dev.feedwarden.model.Article;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Articles as a JSON Feed (version 1.1). */
final class FeedJson {
  private FeedJson() {}

  static String of(String title, List<Article> articles) {
    var feed = new LinkedHashMap<String, Object>();
    feed.put("version", "https://jsonfeed.org/version/1.1");
    feed.put("title", title);
    feed.put("items", articles.stream().map(FeedJson::item).toList());
    return Json.write(feed);
  }

  private static Map<String, Object> item(Article article) {
    var content = article.version().content();
    var dates = article.version().dates();
    var item = new LinkedHashMap<String, Object>();
    item.put("id", FeedXml.id(article));
    item.put("title", content.title());
    if (content.link() != null) {
      item.put("url", content.link());
    }
    // One of the two must be there.
    if (article.version().body().html().isEmpty()) {
      item.put("content_text", content.summary());
    } else {
      item.put("content_html", article.version().body().html());
      item.put("summary", content.summary());
    }
    item.put("date_published", FeedXml.published(article).toString());
    if (dates.updated() != null) {
      item.put("date_modified", dates.updated().toString());
    }
    if (content.author() != null) {
      item.put("authors", List.of(Map.of("name", content.author())));
    }
    item.put("tags", content.tags());
    return item;
  }
}
