package dev.feedwarden.feed;

import dev.feedwarden.model.PageContent.Facts;
import dev.feedwarden.model.WebUrl;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/** What a page says about itself: in its head, in its data for machines, and in its marks. */
final class PageFacts {
  private static final int LONGEST_TITLE = 500;
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_DATA = 100_000;
  private static final int MOST_SCRIPTS = 20;
  private static final Pattern BETWEEN = Pattern.compile("\\s+[|–—·»-]\\s+|\\s*::\\s*");
  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*");
  private static final Pattern BY = Pattern.compile("(?i)^(?:by|von|par|por|di|av|door)\\s+");

  private final Document page;
  private final WebUrl base;
  private final PageData data;

  PageFacts(Document page, WebUrl base) {
    this.page = page;
    this.base = base;
    this.data =
        new PageData(
            page.select("script[type=application/ld+json]").stream()
                .limit(MOST_SCRIPTS)
                .map(script -> Chars.cut(script.data(), LONGEST_DATA))
                .toList());
  }

  Facts read() {
    return new Facts(
        title(),
        byline(),
        published(),
        link(attribute("link[rel~=(?i)^canonical$][href]", "href")),
        language(),
        link(first(meta("property", "og:image"), meta("name", "twitter:image"))));
  }

  // What a site adds to every title is no part of one.
  private String title() {
    var headings = page.select("h1");
    var heading = headings.size() == 1 ? headings.getFirst().text() : null;
    var named =
        first(
            meta("property", "og:title"),
            meta("name", "twitter:title"),
            data.headline(),
            heading,
            withoutSite(
                page.title(),
                page.select("h1, h2").stream().limit(20).map(Element::text).toList()));
    return PlainText.ofText(named == null ? "" : named, LONGEST_TITLE);
  }

  private static String withoutSite(String title, List<String> headings) {
    for (var part : BETWEEN.splitAsStream(title).limit(5).toList()) {
      if (headings.contains(part.strip())) {
        return part.strip();
      }
    }
    return title;
  }

  private @Nullable String byline() {
    var named =
        first(
            meta("name", "author"),
            plainName(meta("property", "article:author")),
            data.author(),
            text("[itemprop=author] [itemprop=name]"),
            text("[rel=author], [itemprop=author]"),
            text(".byline, .author-name, .p-author, .post-author"));
    var plain = named == null ? "" : BY.matcher(named.strip()).replaceFirst("").strip();
    return plain.isEmpty() || plain.length() > LONGEST_NAME
        ? null
        : PlainText.ofText(plain, LONGEST_NAME);
  }

  // Some put a link to a profile there.
  private static @Nullable String plainName(@Nullable String name) {
    return name == null || name.contains("://") ? null : name;
  }

  private @Nullable Instant published() {
    return Stream.of(
            meta("property", "article:published_time"),
            data.published(),
            meta("itemprop", "datePublished"),
            attribute("[itemprop=datePublished][datetime]", "datetime"),
            meta("name", "date"),
            meta("name", "dc.date"),
            meta("name", "pubdate"),
            attribute("time[pubdate][datetime]", "datetime"),
            attribute("article time[datetime], main time[datetime]", "datetime"),
            attribute("time[datetime]", "datetime"))
        .filter(Objects::nonNull)
        .flatMap(text -> Optional.ofNullable(DateText.instant(text)).stream())
        .findFirst()
        .orElse(null);
  }

  private @Nullable String language() {
    var named =
        first(
            attribute("html[lang]", "lang"),
            meta("property", "og:locale"),
            meta("http-equiv", "content-language"));
    return named != null && LANGUAGE.matcher(named).matches()
        ? named.replace('_', '-').toLowerCase(Locale.ROOT)
        : null;
  }

  private @Nullable String link(@Nullable String reference) {
    return reference == null ? null : Links.resolve(base, reference.strip());
  }

  private @Nullable String meta(String attribute, String name) {
    return attribute("meta[" + attribute + "=" + name + "][content]", "content");
  }

  private @Nullable String attribute(String query, String attribute) {
    var found = page.selectFirst(query);
    return found == null ? null : found.attr(attribute);
  }

  private @Nullable String text(String query) {
    var found = page.selectFirst(query);
    return found == null ? null : found.text();
  }

  private static @Nullable String first(@Nullable String... texts) {
    return Stream.of(texts)
        .filter(text -> text != null && !text.isBlank())
        .findFirst()
        .orElse(null);
  }
}
