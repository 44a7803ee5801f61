package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Declarations.Applied;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DeclarationsContractTest {
  private static final Settings A = feed("A", "https://a.example/");
  private static final Settings B = feed("B", "https://b.example/");
  private static final Settings C = feed("C", "https://c.example/");

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private Declarations file;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    file = new Declarations(database, "/feeds.yaml", Object::equals);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Settings feed(String name, String url) {
    return new Settings(name, WebUrl.of(url), true, null);
  }

  private List<Settings> stored() {
    return registry.page("", 100).stream().map(found -> found.source().settings()).toList();
  }

  @Test
  void differences_are_applied_and_nothing_else() {
    assertThat(file.apply(List.of(A, B), NOW)).isEqualTo(new Applied(2, 0, 0));
    assertThat(file.apply(List.of(A, B), NOW)).isEqualTo(new Applied(0, 0, 0));
    var tagged =
        new Settings(
            new Label("B!", List.of(new Tag("x")), "n"),
            B.feedUrl(),
            false,
            Intake.USUAL,
            null,
            null);

    assertThat(file.apply(List.of(C, tagged), NOW)).isEqualTo(new Applied(1, 1, 1));

    assertThat(stored()).containsExactlyInAnyOrder(tagged, C);
  }

  @Test
  void what_others_added_is_changed_but_never_removed_and_keeps_its_credentials() {
    var locked = new Credentials.Encrypted("x");
    registry.add(
        new Settings(new Label("mine"), A.feedUrl(), true, Intake.USUAL, locked, null), NOW);
    registry.add(B, NOW);

    assertThat(file.apply(List.of(A), NOW)).isEqualTo(new Applied(0, 1, 0));
    assertThat(file.apply(List.of(), NOW)).isEqualTo(new Applied(0, 0, 0));

    assertThat(stored())
        .containsExactly(
            new Settings(new Label("A"), A.feedUrl(), true, Intake.USUAL, locked, null), B);
  }

  @Test
  void files_leave_each_others_sources_alone_and_a_renamed_file_takes_its_own_over() {
    file.apply(List.of(A, B), NOW);
    var other = new Declarations(database, "/renamed.yaml", Object::equals);

    assertThat(other.apply(List.of(C), NOW)).isEqualTo(new Applied(1, 0, 0));
    assertThat(other.apply(List.of(B), NOW)).isEqualTo(new Applied(0, 0, 1));
    assertThat(other.apply(List.of(), NOW)).isEqualTo(new Applied(0, 0, 1));

    assertThat(stored()).containsExactly(A);
  }

  @Test
  void a_feed_that_got_another_address_under_its_name_is_the_same_source() {
    file.apply(List.of(A, B), NOW);
    var id = registry.findByFeed(WebUrl.of("https://a.example/")).orElseThrow();
    var moved = feed("A", "https://a.example/new");

    assertThat(file.apply(List.of(moved, B), NOW)).isEqualTo(new Applied(0, 1, 0));
    assertThat(file.apply(List.of(moved, B), NOW)).isEqualTo(new Applied(0, 0, 0));

    assertThat(registry.find(id).orElseThrow().source().settings()).isEqualTo(moved);
  }

  @Test
  void names_that_are_not_unique_pair_nothing() {
    file.apply(List.of(A), NOW);
    var twins = List.of(feed("A", "https://a.example/1"), feed("A", "https://a.example/2"));

    assertThat(file.apply(twins, NOW)).isEqualTo(new Applied(2, 0, 1));
  }

  @Test
  void an_address_that_somebody_changed_meanwhile_is_put_back() {
    file.apply(List.of(A), NOW);
    var id = registry.findByFeed(WebUrl.of("https://a.example/")).orElseThrow();
    new Interventions(database).change(id, C, "somebody", NOW);

    assertThat(file.apply(List.of(A), NOW)).isEqualTo(new Applied(0, 1, 0));

    assertThat(registry.find(id).orElseThrow().source().settings()).isEqualTo(A);
    assertThat(registry.count()).isOne();
  }

  @Test
  void another_spelling_of_an_address_changes_nothing() {
    file.apply(List.of(feed("A", "https://a.example/%7Efeed")), NOW);

    assertThat(file.apply(List.of(feed("A", "https://a.example/~feed")), NOW))
        .isEqualTo(new Applied(0, 0, 0));
  }
}
