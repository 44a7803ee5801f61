package dev.feedwarden.store;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Happening.NewArticles;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What became of an article at each destination, as far as that is known. */
public final class Fates {
  private final Database database;

  public Fates(Database database) {
    this.database = database;
  }

  /** How it stands with one article and one destination. */
  public enum Fate {
    /** It is among what the destination has not been told yet. */
    WAITING,
    /** A letter with it was refused for good. */
    DEAD,
    /** The destination was told, or does not want to be told of such. */
    PASSED,
    /** It was there before the destination was. */
    EARLIER
  }

  /** A destination and what became of the article there. */
  public record At(String destination, Fate fate) {}

  /** All destinations, by name. */
  public List<At> of(Article article) {
    return database.read(
        h ->
            h.createQuery("SELECT name, created_at FROM destinations ORDER BY name")
                .map(
                    (row, _) -> {
                      var name = row.getString("name");
                      var isEarlier =
                          article.seen().firstAt().toEpochMilli() < row.getLong("created_at");
                      return new At(name, isEarlier ? Fate.EARLIER : fate(h, name, article));
                    })
                .list());
  }

  private Fate fate(Handle h, String destination, Article article) {
    if (isWaiting(h, destination, article)) {
      return Fate.WAITING;
    }
    return isDead(h, destination, article) ? Fate.DEAD : Fate.PASSED;
  }

  private boolean isWaiting(Handle h, String destination, Article article) {
    var order = database.engine().outbox();
    return h
        .createQuery(
            "SELECT o.kind, o.source_id, o.body FROM outbox o, destinations d"
                + " WHERE d.name = :name AND o.kind = 'articles' AND o.source_id = :source AND "
                + order.after().replace(":turn", "d.at_turn").replace(":id", "d.at_id"))
        .bind("name", destination)
        .bind("source", article.sourceId().value())
        .map((row, _) -> EventText.read(row.getString(1), row.getString(2), row.getString(3)))
        .stream()
        .anyMatch(what -> what instanceof NewArticles some && holds(some, article.id()));
  }

  private static boolean holds(NewArticles some, long id) {
    return some.first() <= id && id <= some.last();
  }

  // A letter for programs has the article's number in it, one for people its link.
  private static final String DEAD =
      """
      SELECT count(*) FROM dead_letters WHERE destination = :name AND kind = 'articles'
        AND (body LIKE :by_id ESCAPE '!' OR body LIKE :by_link ESCAPE '!')
      """;

  private static boolean isDead(Handle h, String destination, Article article) {
    return h.createQuery(DEAD)
            .bind("name", destination)
            .bind("by_id", "%{\"id\":" + article.id() + ",%")
            .bind("by_link", part(article.version().content().link()))
            .mapTo(Long.class)
            .one()
        > 0;
  }

  private static String part(@Nullable String link) {
    return link == null ? "" : "%" + link.replaceAll("[!%_]", "!$0") + "%";
  }
}
