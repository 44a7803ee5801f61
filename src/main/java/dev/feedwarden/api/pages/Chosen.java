package dev.feedwarden.api.pages;

import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.word;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.api.Form;
import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceFilter.Notice;
import dev.feedwarden.model.Tag;
import dev.feedwarden.store.Overview.Fleet;
import java.net.URLEncoder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which sources a page is about; what is empty asks for nothing.
 *
 * @param show one of {@link #SHOWN}
 * @param type of the last error
 */
public record Chosen(String show, String type, String host, String tag, String search) {
  /** A choice with its name for people. */
  record Shown(String wire, String name, @Nullable Notice notice, @Nullable String status) {
    long count(Fleet fleet) {
      return notice != null
          ? fleet.notices().getOrDefault(notice, 0L)
          : status != null ? fleet.statuses().getOrDefault(status, 0L) : fleet.sources();
    }
  }

  static final List<Shown> SHOWN =
      List.of(
          new Shown("all", "All", null, null),
          new Shown("active", "Active", null, "active"),
          new Shown("failing", "Errors", Notice.FAILING, null),
          new Shown("cooling", "Cooling down", null, "cooling"),
          new Shown("disabled", "Disabled", Notice.OFF, null),
          new Shown("person", "Needs a person", Notice.PERSON, null),
          new Shown("suspect", "Suspect", Notice.SUSPECT, null),
          new Shown("stale", "Stale", Notice.STALE, null),
          new Shown("quiet", "Quiet", Notice.QUIET, null));

  private static final List<String> TYPES =
      Arrays.stream(ErrorType.values()).map(ErrorType::wire).toList();

  static final List<Query> QUERIES =
      List.of(
          new Query(
              "show", word(SHOWN.stream().map(Shown::wire).toList()), "which; all by default"),
          new Query("type", text(40), "what its last poll failed with"),
          new Query("host", text(300), "the host of its feed"),
          new Query("tag", text(100), "a tag that it has"),
          new Query("search", text(200), "a part of its name or URL"));

  static Chosen of(Request request) {
    return of(name -> request.query(name).orElse(""));
  }

  static Chosen of(Form form) {
    return of(form::text);
  }

  private static Chosen of(Function<String, String> field) {
    var show = field.apply("show");
    var type = field.apply("type");
    var tag = field.apply("tag");
    if (!type.isEmpty() && !TYPES.contains(type)) {
      throw Refusal.field("type", "must be one of " + String.join(", ", TYPES));
    }
    if (!show.isEmpty() && SHOWN.stream().noneMatch(one -> one.wire().equals(show))) {
      throw Refusal.field("show", "is not known");
    }
    if (!tag.isEmpty() && Tag.parse(tag).isEmpty()) {
      throw Refusal.field("tag", "must be a tag");
    }
    return new Chosen(
        show.isEmpty() ? "all" : show,
        type,
        field.apply("host").toLowerCase(Locale.ROOT),
        tag,
        field.apply("search"));
  }

  Chosen showing(String other) {
    return new Chosen(other, type, host, tag, search);
  }

  SourceFilter filter() {
    var shown = SHOWN.stream().filter(one -> one.wire().equals(show)).findFirst().orElseThrow();
    return new SourceFilter(
        null,
        false,
        shown.status(),
        type.isEmpty() ? null : ErrorType.ofWire(type),
        host.isEmpty() ? null : host,
        tag.isEmpty() ? null : Tag.parse(tag).map(Tag::value).orElse(null),
        search.isBlank() ? null : search,
        shown.notice());
  }

  /** Where the table shows these. */
  String address() {
    var address = new StringBuilder("/sources?show=").append(show);
    add(address, "type", type);
    add(address, "host", host);
    add(address, "tag", tag);
    add(address, "search", search);
    return address.toString();
  }

  private static void add(StringBuilder address, String name, String value) {
    if (!value.isEmpty()) {
      address.append('&').append(name).append('=').append(URLEncoder.encode(value, UTF_8));
    }
  }

  /** What narrows the table besides the chips, in words. */
  public List<String> words() {
    return Stream.of(
            type.isEmpty() ? "" : "last error " + type,
            host.isEmpty() ? "" : "host " + Remote.line(host),
            tag.isEmpty() ? "" : "tag " + Remote.line(tag))
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
