package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.store.Answers.Begun;
import dev.feedwarden.store.Answers.Kept;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is remembered for the API's callers: answers by key, and tokens that were called back. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class AnswersContractTest {
  private static final Answers.Key KEY = new Answers.Key("ann", "k");
  private static final Kept ANSWER = new Kept(201, "{}", "body");

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Answers answers;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    answers = new Answers(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void one_begins_the_others_wait_and_then_have_the_answer() {
    assertThat(answers.begin(KEY, "r", NOW)).isEqualTo(new Begun.First());
    assertThat(answers.begin(KEY, "r", NOW)).isEqualTo(new Begun.Busy());
    assertThat(answers.begin(KEY, "other", NOW)).isEqualTo(new Begun.Other());
    assertThat(answers.begin(new Answers.Key("bob", "k"), "r", NOW)).isEqualTo(new Begun.First());

    answers.end(KEY, ANSWER);

    assertThat(answers.begin(KEY, "r", NOW)).isEqualTo(new Begun.Done(ANSWER));
    assertThat(answers.begin(KEY, "other", NOW)).isEqualTo(new Begun.Other());
  }

  @Test
  void what_was_not_done_or_whose_doer_is_gone_may_begin_again() {
    answers.begin(KEY, "r", NOW);
    answers.forget(KEY);
    assertThat(answers.begin(KEY, "other", NOW)).isEqualTo(new Begun.First());

    var later = NOW.plus(Duration.ofMinutes(5));
    assertThat(answers.begin(KEY, "other", later)).isEqualTo(new Begun.First());
    assertThat(answers.begin(KEY, "other", later)).isEqualTo(new Begun.Busy());
  }

  @Test
  void a_key_is_forgotten_after_a_day() {
    answers.begin(KEY, "r", NOW);
    answers.end(KEY, new Kept(200, "{}", null));

    assertThat(answers.begin(KEY, "r", NOW.plus(Answers.KEPT)))
        .isEqualTo(new Begun.Done(new Kept(200, "{}", null)));
    assertThat(answers.begin(KEY, "other", NOW.plus(Answers.KEPT).plusMillis(1)))
        .isEqualTo(new Begun.First());
  }

  @Test
  void the_oldest_of_too_many_make_room() {
    for (int i = 0; i <= Answers.MOST_OF_ONE; i++) {
      answers.begin(new Answers.Key("ann", "k" + i), "r", NOW.plusMillis(i));
    }

    var later = NOW.plusSeconds(2);
    assertThat(answers.begin(new Answers.Key("ann", "k1"), "r", later)).isEqualTo(new Begun.Busy());
    assertThat(answers.begin(new Answers.Key("ann", "k0"), "r", later))
        .isEqualTo(new Begun.First());
  }

  @Test
  void a_token_is_called_back_until_it_ends() {
    var tokens = new RevokedTokens(database);
    tokens.add("a", NOW.plusSeconds(10), NOW);
    tokens.add("a", NOW.plusSeconds(10), NOW);
    tokens.add("b", NOW.plusSeconds(20), NOW);
    assertThat(tokens.all()).containsExactlyInAnyOrder("a", "b");

    tokens.add("c", NOW.plusSeconds(99), NOW.plusSeconds(15));

    assertThat(tokens.all()).containsExactlyInAnyOrder("b", "c");
  }
}
