package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.ID;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.whole;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.model.Page;
import dev.feedwarden.model.PageContent;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** A page as JSON, for the API and for the commands; what is not known is left out. */
public final class PageFields {
  private static final Shape ANY_TEXT = text(Integer.MAX_VALUE);
  static final List<String> STATES =
      Arrays.stream(Page.State.values()).map(Page.State::wire).toList();
  static final List<String> REASONS =
      Arrays.stream(Page.Reason.values()).map(Page.Reason::wire).toList();

  static final Shape.Thing SHAPE =
      thing(
          "Page",
          "id",
          COUNT,
          "source_id",
          ID,
          "url",
          ANY_TEXT,
          "origin",
          text(20),
          "priority",
          whole(-1_000, 1_000),
          "state",
          word(STATES),
          "reason?",
          word(REASONS),
          "merged_into?",
          COUNT,
          "attempts",
          COUNT,
          "next_attempt_at?",
          TIME,
          "submitted_at",
          TIME,
          "ended_at?",
          TIME,
          "final_url?",
          ANY_TEXT,
          "status_code?",
          COUNT,
          "content_type?",
          ANY_TEXT,
          "body_hash?",
          ANY_TEXT);

  static final Shape.Thing CONTENT =
      thing(
          "PageContent",
          "title",
          ANY_TEXT,
          "byline?",
          ANY_TEXT,
          "published_at?",
          TIME,
          "canonical_url?",
          ANY_TEXT,
          "language?",
          ANY_TEXT,
          "image_url?",
          ANY_TEXT,
          "content_html",
          ANY_TEXT,
          "content_text",
          ANY_TEXT);

  private PageFields() {}

  public static SequencedMap<String, Object> of(Page page) {
    var progress = page.progress();
    var answer = page.answer();
    var fields = new LinkedHashMap<String, Object>();
    put(fields, "id", page.id());
    put(fields, "source_id", page.sourceId().value());
    put(fields, "url", page.url().masked());
    put(fields, "origin", page.submission().origin().wire());
    put(fields, "priority", page.submission().priority());
    put(fields, "state", progress.state().wire());
    put(fields, "reason", progress.reason() == null ? null : progress.reason().wire());
    put(fields, "merged_into", progress.mergedInto());
    put(fields, "attempts", progress.tries().attempts());
    put(fields, "next_attempt_at", progress.nextAttemptAt());
    put(fields, "submitted_at", page.submission().at());
    if (answer != null) {
      put(fields, "ended_at", answer.at());
      put(fields, "final_url", answer.finalUrl() == null ? null : answer.finalUrl().masked());
      put(fields, "status_code", answer.status() == 0 ? null : answer.status());
      put(fields, "content_type", answer.contentType());
      put(fields, "body_hash", answer.hash());
    }
    return Collections.unmodifiableSequencedMap(fields);
  }

  public static SequencedMap<String, Object> of(PageContent content) {
    var facts = content.facts();
    var fields = new LinkedHashMap<String, Object>();
    put(fields, "title", facts.title());
    put(fields, "byline", facts.byline());
    put(fields, "published_at", facts.publishedAt());
    put(fields, "canonical_url", facts.canonicalUrl());
    put(fields, "language", facts.language());
    put(fields, "image_url", facts.imageUrl());
    put(fields, "content_html", content.html());
    put(fields, "content_text", content.text());
    return Collections.unmodifiableSequencedMap(fields);
  }

  private static void put(
      SequencedMap<String, Object> fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value instanceof Instant at ? at.toString() : value);
    }
  }
}
