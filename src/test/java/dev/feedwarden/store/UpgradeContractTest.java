package dev.feedwarden.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Article.Revision;
import dev.feedwarden.model.Article.Version;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.SourceId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an older Feedwarden stored is there after an upgrade. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class UpgradeContractTest {
  private static final SourceId SOURCE = new SourceId("0195f000-0000-7000-8000-000000000001");

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(TestEngine.class)
  void articles_of_the_first_schema_are_read_with_what_they_lack_left_empty(TestEngine engine) {
    var access = Access.to(engine.freshUrl(folder));
    firstSchema(access);

    try (var database = Database.open(access)) {
      var articles = new Articles(database);

      assertThat(articles.latest(null, Long.MAX_VALUE, 9))
          .containsExactly(
              new Article(
                  1, SOURCE, "guid", version("New"), new Article.Seen(2, Instant.EPOCH), null));
      assertThat(articles.revisions(1))
          .containsExactly(new Revision(1, undated("Old"), Instant.ofEpochMilli(5)));
    }
  }

  private static Version version(String title) {
    return new Version(
        undated(title).content(),
        Entry.Body.NONE,
        new Entry.Dates(Instant.ofEpochMilli(7), null, false));
  }

  private static Version undated(String title) {
    return new Version(
        new Entry.Content(title, null, null, "text", List.of("a", "b"), null),
        Entry.Body.NONE,
        Entry.Dates.NONE);
  }

  private static void firstSchema(Access access) {
    try (Database.Engine engine = access.isSqlite() ? Sqlite.open(access) : Postgres.open(access)) {
      Flyway.configure()
          .dataSource(engine.source())
          .locations("classpath:db/migration")
          .placeholders(Database.placeholders(engine))
          .target("1")
          .load()
          .migrate();
      Jdbi.create(engine.source())
          .useHandle(
              h -> {
                h.execute(
                    "INSERT INTO sources (id, name, created_at, updated_at) VALUES (?, 'n', 0, 0)",
                    SOURCE.value());
                h.execute(
                    """
                    INSERT INTO articles (source_id, guid, title, summary, tags, published_at,
                                          content_hash, revision, first_seen_at, changed_at)
                    VALUES (?, 'guid', 'New', 'text', ?, 7, '1:b', 2, 0, 5)
                    """,
                    SOURCE.value(),
                    "a\nb");
                h.execute(
                    """
                    INSERT INTO revisions (article_id, revision, title, summary, tags,
                                           content_hash, replaced_at)
                    VALUES (1, 1, 'Old', 'text', ?, '1:a', 5)
                    """,
                    "a\nb");
              });
    }
  }
}
