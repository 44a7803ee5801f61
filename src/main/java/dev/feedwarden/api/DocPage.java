package dev.feedwarden.api;

import java.util.List;

/** The route table as a page for people; it needs no script and loads nothing. */
final class DocPage {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>API · Feedwarden</title>
      <h1>Feedwarden API</h1>
      <p>For programs: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).
      A token is made by <code>feedwarden token --scope read</code> and sent as
      <code>Authorization: Bearer …</code>. What goes wrong is told as RFC 9457 has it.</p>
      """;

  private DocPage() {}

  static String of(List<Route> routes) {
    var page = new StringBuilder(HEAD);
    routes.forEach(route -> section(page, route));
    return page.toString();
  }

  private static void section(StringBuilder page, Route route) {
    var scope = route.rule().scope();
    page.append("<h2><code>").append(escaped(route.toString())).append("</code></h2>\n<p>");
    page.append(escaped(route.summary())).append(" Needs ");
    page.append(scope == null ? "no token" : "the scope <b>" + scope.wire() + "</b>");
    page.append("; answers ").append(route.traffic().output().status()).append(".</p>\n");
    if (!route.traffic().queries().isEmpty()) {
      page.append("<dl>\n");
      for (var query : route.traffic().queries()) {
        page.append("<dt><code>").append(escaped(query.name())).append("</code></dt><dd>");
        page.append(escaped(query.meaning())).append(" · ");
        page.append(escaped(Json.write(query.shape().schema()))).append("</dd>\n");
      }
      page.append("</dl>\n");
    }
    var body = route.traffic().body();
    if (body != null && body.shape() instanceof Shape.Thing thing) {
      page.append("<p>Takes:</p>\n<pre>");
      page.append(escaped(Json.pretty(thing.definition()))).append("</pre>\n");
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
