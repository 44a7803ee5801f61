package dev.feedwarden.store;

import dev.feedwarden.model.WebUrl;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What a search of sources looks through, folded here since neither engine folds all letters. */
final class SearchText {
  private SearchText() {}

  /** Without the URL's secrets: whoever may search could guess them letter by letter. */
  static String of(String name, @Nullable WebUrl feed) {
    return folded(name + "\n" + (feed == null ? "" : feed.masked()));
  }

  static String folded(String text) {
    return Normalizer.normalize(text.toLowerCase(Locale.ROOT), Normalizer.Form.NFC);
  }

  /** A pattern for {@code LIKE … ESCAPE '\'} that finds a text as it stands. */
  static String pattern(String search) {
    var literal = folded(search).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
    return "%" + literal + "%";
  }

  private record Unmade(String id, String name, @Nullable String feed) {}

  /** Makes the text of sources that an older Feedwarden registered. */
  static void catchUp(Database database) {
    for (var some = unmade(database); !some.isEmpty(); some = unmade(database)) {
      var batch = some;
      database.useWrite(h -> batch.forEach(one -> write(h, one)));
    }
  }

  private static List<Unmade> unmade(Database database) {
    return database.read(
        h ->
            h.createQuery(
                    "SELECT id, name, feed_url FROM sources WHERE search_text = '' LIMIT 1000")
                .map(
                    (row, _) ->
                        new Unmade(
                            row.getString("id"), row.getString("name"), row.getString("feed_url")))
                .list());
  }

  private static void write(Handle h, Unmade one) {
    var url = one.feed() == null ? null : WebUrl.of(one.feed());
    h.createUpdate("UPDATE sources SET search_text = :text WHERE id = :id")
        .bind("id", one.id())
        .bind("text", of(one.name(), url))
        .execute();
  }
}
