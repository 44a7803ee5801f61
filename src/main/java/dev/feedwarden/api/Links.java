package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.StringJoiner;

/** Where the other pages are (RFC 8288). */
final class Links {
  private Links() {}

  static Answer numbered(Answer answer, String path, Request request, long page, long pages) {
    var links = new StringJoiner(", ");
    if (page < pages) {
      links.add(link(path, request, "page", String.valueOf(page + 1), "next"));
    }
    if (page > 1) {
      links.add(link(path, request, "page", String.valueOf(page - 1), "prev"));
    }
    if (pages > 1) {
      links.add(link(path, request, "page", "1", "first"));
      links.add(link(path, request, "page", String.valueOf(pages), "last"));
    }
    return links.length() == 0 ? answer : answer.with("Link", links.toString());
  }

  static Answer next(Answer answer, String path, Request request, String name, String value) {
    return answer.with("Link", link(path, request, name, value, "next"));
  }

  private static String link(
      String path, Request request, String name, String value, String relation) {
    var queries = new LinkedHashMap<>(request.queries());
    queries.remove("offset");
    queries.put(name, value);
    var text =
        queries.entrySet().stream()
            .map(query -> query.getKey() + "=" + URLEncoder.encode(query.getValue(), UTF_8))
            .collect(joining("&"));
    return "<" + path + "?" + text + ">; rel=\"" + relation + "\"";
  }
}
