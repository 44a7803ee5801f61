package dev.feedwarden.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Article.Revision;
import dev.feedwarden.model.Article.Version;
import dev.feedwarden.model.Change.Known;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import java.io.File;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationVersion;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

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

  @ParameterizedTest
  @EnumSource(TestEngine.class)
  void tags_of_the_eleventh_schema_are_read_and_put_their_sources_in_order(TestEngine engine) {
    var access = Access.to(engine.freshUrl(folder));
    schema(
        access,
        "11",
        h -> {
          for (var name : List.of("b", "a")) {
            var id = SOURCE.value().substring(0, 35) + name;
            h.execute(
                "INSERT INTO sources (id, name, created_at, updated_at) VALUES (?, ?, 0, 0)",
                id,
                name);
            h.execute(
                "INSERT INTO feed_state (source_id, next_poll_at, next_poll_reason, created_at,"
                    + " updated_at) VALUES (?, 0, 'first', 0, 0)",
                id);
            h.execute("INSERT INTO source_tags VALUES (?, 'news'), (?, 'daily')", id, id);
          }
        });

    try (var database = Database.open(access)) {
      var filter = new SourceFilter(null, false, null, null, null, "news", null);
      var byName = new SourceLists.Sort(SourceLists.SortBy.NAME, false);
      var page = new SourceLists(database).page(filter, byName, 0, 9, Instant.EPOCH);

      assertThat(page.sources().stream().map(r -> r.source().settings().label()))
          .containsExactly(
              new Label("a", List.of(new Tag("daily"), new Tag("news")), null),
              new Label("b", List.of(new Tag("daily"), new Tag("news")), null));
    }
  }

  @ParameterizedTest
  @EnumSource(TestEngine.class)
  void an_entry_is_known_by_the_first_half_of_its_longer_key(TestEngine engine) {
    var access = Access.to(engine.freshUrl(folder));
    var half = "0123456789abcdef";
    schema(
        access,
        "24.1",
        h -> {
          store(h);
          h.execute(
              "UPDATE articles SET content_hash = ?, url_hash = ?",
              "2:" + half.repeat(2),
              half.repeat(2));
          h.execute("INSERT INTO seen_keys VALUES (?, ?, 1)", SOURCE.value(), half.repeat(2));
        });

    try (var database = Database.open(access)) {
      var keys = List.of(new Entry.EntryKey(half, null));

      assertThat(
              database.<Map<String, Known>, RuntimeException>read(
                  h -> ArticleRows.known(h, SOURCE, keys, database.engine().many())))
          .isEqualTo(Map.of(half, new Known(1L, "2:" + half)));
      assertThat(
              database.<String, RuntimeException>read(
                  h -> h.createQuery("SELECT url_hash FROM articles").mapTo(String.class).one()))
          .isEqualTo(half);
    }
  }

  /** Every schema that there ever was but the present one, on each engine. */
  static List<Arguments> earlier() {
    return Arrays.stream(TestEngine.values())
        .flatMap(
            engine ->
                versions(engine)
                    .limit(versions(engine).count() - 1)
                    .map(version -> Arguments.of(engine, version)))
        .toList();
  }

  private static Stream<String> versions(TestEngine engine) {
    return Stream.of("db/migration", engine == TestEngine.SQLITE ? "db/sqlite" : "db/postgresql")
        .flatMap(place -> Stream.of(requireNonNull(new File("src/main/resources/" + place).list())))
        .map(file -> MigrationVersion.fromVersion(file.substring(1, file.indexOf("__"))))
        .sorted()
        .map(MigrationVersion::getVersion);
  }

  @ParameterizedTest(name = "{0} from {1}")
  @MethodSource("earlier")
  @org.junit.jupiter.api.Tag("slow") // ours is another
  void r_54_a_database_of_any_earlier_schema_goes_on(TestEngine engine, String version) {
    var access = Access.to(engine.freshUrl(folder));
    schema(access, version, UpgradeContractTest::store);

    try (var database = Database.open(access)) {
      var found = new Registry(database).find(SOURCE).orElseThrow();
      assertThat(found.source().feed()).isEqualTo(WebUrl.of("http://a.test/feed"));
      assertThat(found.state().health().consecutiveErrors()).isEqualTo(2);
      assertThat(new Articles(database).latest(null, Long.MAX_VALUE, 9))
          .extracting(Article::guid)
          .containsExactly("guid");
      assertThat(new HostQueue(database).turn(List.of(), 9, database.now()))
          .extracting(lease -> lease.host().value())
          .containsExactly("a.test");
    }
    try (var again = Database.open(access)) {
      assertThat(new Registry(again).count()).isEqualTo(1);
    }
  }

  private static void store(Handle h) {
    h.execute(
        """
        INSERT INTO sources (id, name, feed_url, feed_url_key, host_key, created_at, updated_at)
        VALUES (?, 'n', 'http://a.test/feed', 'http://a.test/feed', 'a.test', 0, 0)
        """,
        SOURCE.value());
    h.execute(
        """
        INSERT INTO feed_state (source_id, last_etag, consecutive_errors, error_count, next_poll_at,
                                next_poll_reason, created_at, updated_at)
        VALUES (?, '"1"', 2, 2, 0, 'first', 0, 0)
        """,
        SOURCE.value());
    h.execute("INSERT INTO host_queue (key, due_at) VALUES ('a.test', 0)");
    h.execute(
        """
        INSERT INTO articles (source_id, guid, title, summary, tags, content_hash, first_seen_at,
                              changed_at)
        VALUES (?, 'guid', 'Title', 'text', '', '1:a', 0, 0)
        """,
        SOURCE.value());
  }

  @ParameterizedTest
  @EnumSource(TestEngine.class)
  void the_present_schema_is_known_without_flyway_and_no_other_is(TestEngine engine) {
    var access = Access.to(engine.migratedUrl(folder));

    try (Database.Engine open = access.isSqlite() ? Sqlite.open(access) : Postgres.open(access)) {
      assertThat(Migrations.areDone(open.source(), open.folder())).isTrue();
      open.writing()
          .useHandle(
              h -> h.execute("UPDATE flyway_schema_history SET checksum = 1 WHERE version = '2'"));
      assertThat(Migrations.areDone(open.source(), open.folder())).isFalse();
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
    schema(
        access,
        "1",
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

  /** A database as it was made at some version, with what was stored then. */
  private static void schema(Access access, String version, Consumer<Handle> stored) {
    try (Database.Engine engine = access.isSqlite() ? Sqlite.open(access) : Postgres.open(access)) {
      Flyway.configure()
          .dataSource(engine.source())
          .locations(
              "classpath:db/migration",
              "classpath:db/" + (access.isSqlite() ? "sqlite" : "postgresql"))
          .placeholders(Database.placeholders(engine))
          .target(version)
          .load()
          .migrate();
      Jdbi.create(engine.source()).useHandle(stored::accept);
    }
  }
}
