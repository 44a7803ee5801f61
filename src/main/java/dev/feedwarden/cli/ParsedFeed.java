package dev.feedwarden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.feed.Authorship;
import dev.feedwarden.feed.Format;
import dev.feedwarden.feed.Item;
import dev.feedwarden.feed.Losses;
import dev.feedwarden.feed.Markup;
import dev.feedwarden.feed.Reading;
import dev.feedwarden.feed.Sanitizer;
import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Enclosure;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Person;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What was read of one document, as one line of JSON; what is not known is left out. */
final class ParsedFeed {
  private static final JsonFactory JSON = new JsonFactory();

  private final JsonGenerator json;
  private final Whence whence;

  private ParsedFeed(JsonGenerator json, Whence whence) {
    this.json = json;
    this.whence = whence;
  }

  /** The line, with its end. */
  static byte[] line(String file, Reading reading, Whence whence) {
    return switch (reading) {
      case Reading.Feed feed ->
          line(
              json -> {
                json.writeStringProperty("file", whole(file));
                json.writeBooleanProperty("ok", true);
                new ParsedFeed(json, whence).document(feed);
              });
      case Reading.Unreadable(var cause) -> failure(file, cause.wire());
    };
  }

  /** The line of a document that could not be read. */
  static byte[] failure(String file, String error) {
    return line(
        json -> {
          json.writeStringProperty("file", whole(file));
          json.writeBooleanProperty("ok", false);
          json.writeStringProperty("error", whole(error));
        });
  }

  private interface Fill {
    void into(JsonGenerator json);
  }

  // In memory first: a fault in the middle must not leave half a line.
  private static byte[] line(Fill fill) {
    var bytes = new ByteArrayOutputStream();
    try (var json = JSON.createGenerator(ObjectWriteContext.empty(), (OutputStream) bytes)) {
      json.writeStartObject();
      fill.into(json);
      json.writeEndObject();
    }
    bytes.writeBytes("\n".getBytes(UTF_8));
    return bytes.toByteArray();
  }

  private void document(Reading.Feed feed) {
    json.writeObjectPropertyStart("feed");
    channel(feed);
    text("format", feed.format().wire());
    text("encoding", feed.charset().name().toLowerCase(Locale.ROOT));
    json.writeEndObject();
    json.writeArrayPropertyStart("entries");
    for (var item : feed.items()) {
      json.writeStartObject();
      item(item, feed);
      json.writeEndObject();
    }
    json.writeEndArray();
    losses(feed.losses());
  }

  private void channel(Reading.Feed feed) {
    var channel = feed.channel();
    var names = channel.names();
    var places = channel.places();
    text("id", names.id());
    line("title", names.title());
    link("link", places.site());
    link("self", places.self());
    html("description", names.description());
    text("language", names.language());
    dates(channel.dates());
    authors(channel.authors());
    html("rights", names.rights());
    text("generator", names.generator());
    link("image", places.image());
    var between = channel.hints().between();
    if (between != null) {
      text("ttl", String.valueOf(between.toMinutes()));
    }
    list("categories", channel.tags());
  }

  private void item(Item item, Reading.Feed feed) {
    text("id", item.id());
    line("title", item.words().title());
    link("link", item.links().page() == null ? address(item, feed) : item.links().page());
    dates(item.dates());
    authors(Authorship.of(item, feed.channel()));
    html("summary", item.words().summary());
    html("content", item.words().content());
    text("language", item.words().language());
    link("comments", item.links().comments());
    list("categories", item.tags());
    enclosures(item.links().enclosures());
  }

  // An Atom id is an address of a kind, and all there is if no link is given.
  private static @Nullable String address(Item item, Reading.Feed feed) {
    return isAtom(feed) ? item.id() : null;
  }

  private static boolean isAtom(Reading.Feed feed) {
    return feed.format() == Format.ATOM_03 || feed.format() == Format.ATOM_10;
  }

  private void enclosures(List<Enclosure> enclosures) {
    if (enclosures.isEmpty()) {
      return;
    }
    json.writeArrayPropertyStart("enclosures");
    for (var enclosure : enclosures) {
      json.writeStartObject();
      link("url", enclosure.url());
      text("type", enclosure.type());
      if (enclosure.length() != null) {
        json.writeNumberProperty("length", enclosure.length());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void dates(Entry.Dates dates) {
    text("published", dates.published() == null ? null : dates.published().toString());
    text("updated", dates.updated() == null ? null : dates.updated().toString());
    if (dates.guessed()) {
      json.writeBooleanProperty("dates_guessed", true);
    }
  }

  // One is an object, several are a list under another name.
  private void authors(List<Person> people) {
    if (people.size() == 1) {
      json.writeName("author");
      person(people.getFirst());
    } else if (!people.isEmpty()) {
      json.writeArrayPropertyStart("authors");
      people.forEach(this::person);
      json.writeEndArray();
    }
  }

  private void person(Person person) {
    json.writeStartObject();
    text("name", person.name());
    text("email", person.email());
    link("uri", person.uri());
    json.writeEndObject();
  }

  private void losses(Losses losses) {
    if (losses.recovered()) {
      json.writeBooleanProperty("recovered", true);
    }
    if (losses.items() + losses.fields() + losses.children() > 0) {
      json.writeObjectPropertyStart("losses");
      json.writeNumberProperty("items", losses.items());
      json.writeNumberProperty("fields", losses.fields());
      json.writeNumberProperty("children", losses.children());
      json.writeEndObject();
    }
  }

  private void html(String name, Markup markup) {
    if (markup.clean(Budget.UNLIMITED) instanceof Sanitizer.Result.Safe(var safe, _)) {
      text(name, whence.html(safe));
    }
  }

  // Plain text, written as HTML like the other texts of a line.
  private void line(String name, @Nullable String value) {
    text(name, value == null ? null : value.replace("&", "&amp;").replace("<", "&lt;"));
  }

  private void link(String name, @Nullable String link) {
    text(name, whence.link(link));
  }

  private void text(String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      json.writeStringProperty(name, whole(value));
    }
  }

  private void list(String name, List<String> values) {
    if (!values.isEmpty()) {
      json.writeArrayPropertyStart(name);
      values.forEach(value -> json.writeString(whole(value)));
      json.writeEndArray();
    }
  }

  // Half a surrogate pair, such as a file's name may hold, cannot be written in UTF-8.
  private static String whole(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return new String(text.getBytes(UTF_8), UTF_8);
      }
    }
    return text;
  }
}
