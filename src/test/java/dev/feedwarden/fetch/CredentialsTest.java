package dev.feedwarden.fetch;

import static dev.feedwarden.fetch.Fetching.SHORT;
import static dev.feedwarden.fetch.Fetching.end;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Condition;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CredentialsTest {
  private static final Credentials BASIC = new Credentials.Basic("ann", "s3cret");

  private final Fetcher fetcher = Fetching.fetcher(SHORT);
  private final Upstream home = Upstream.start("127.0.0.1");
  private final Upstream abroad = Upstream.start("127.0.0.2");

  @AfterEach
  void close() {
    fetcher.close();
    home.close();
    abroad.close();
  }

  private FetchResult fetch(Credentials credentials, String path) throws InterruptedException {
    return fetcher.fetch(
        new Fetcher.Request(
            WebUrl.of(home.url(path)),
            Condition.NONE,
            credentials,
            RetryPolicy.ONCE,
            Duration.ZERO));
  }

  @Test
  void each_kind_is_sent_to_the_feed() throws InterruptedException {
    home.otherwise(Answers.ok("<rss/>", "text/xml"));

    fetch(BASIC, "/basic");
    fetch(new Credentials.Header("X-Key", "k3y"), "/header");
    fetch(new Credentials.QueryToken("to ken", "a&b"), "/query?x=1");

    assertThat(home.seen("/basic").getFirst().headers())
        .containsEntry("authorization", "Basic YW5uOnMzY3JldA==");
    assertThat(home.seen("/header").getFirst().headers()).containsEntry("x-key", "k3y");
    assertThat(home.seen("/query").getFirst().request().target())
        .isEqualTo("/query?x=1&to+ken=a%26b");
  }

  @Test
  void they_follow_a_redirect_at_home() throws InterruptedException {
    home.route("/old", Answers.redirect(302, "/new")).route("/new", Answers.ok("<rss/>", "x/y"));

    assertThat(end(fetch(BASIC, "/old"))).isEqualTo("200");
    assertThat(home.seen("/new").getFirst().headers()).containsKey("authorization");
  }

  @Test
  void they_never_leave_home_and_are_not_sent_again_after_a_way_abroad()
      throws InterruptedException {
    home.route("/old", Answers.redirect(302, abroad.url("/there")))
        .route("/back", Answers.ok("<rss/>", "x/y"));
    abroad.route("/there", Answers.redirect(302, home.url("/back")));

    assertThat(end(fetch(BASIC, "/old"))).isEqualTo("200");
    assertThat(abroad.seen("/there").getFirst().headers()).doesNotContainKey("authorization");
    assertThat(home.seen("/back").getFirst().headers()).doesNotContainKey("authorization");
  }

  @Test
  void another_port_is_abroad_too() throws InterruptedException {
    try (var door = Upstream.start("127.0.0.1").otherwise(Answers.ok("<rss/>", "x/y"))) {
      home.route("/old", Answers.redirect(302, door.url("/there")));

      fetch(new Credentials.Header("X-Key", "k3y"), "/old");

      assertThat(door.seen("/there").getFirst().headers()).doesNotContainKey("x-key");
    }
  }

  @Test
  void nothing_of_them_is_in_what_a_fetch_tells() throws InterruptedException {
    home.otherwise(Answers.ok("<rss/>", "text/xml"));

    var result = fetch(new Credentials.QueryToken("k", "s3cret"), "/feed");

    assertThat(result.trace().toString()).doesNotContain("s3cret");
    assertThat(result.trace().finalUrl().text()).doesNotContain("s3cret");
  }

  @Test
  void a_token_that_a_redirect_copies_is_sent_once_and_kept_nowhere() throws InterruptedException {
    home.route("/old", Answers.redirect(301, "/new?x=1&k=s3cret"))
        .route("/new", Answers.redirect(302, abroad.url("/there?k=s3cret")));
    abroad.otherwise(Answers.ok("<rss/>", "x/y"));

    var result = fetch(new Credentials.QueryToken("k", "s3cret"), "/old");

    assertThat(home.seen("/new").getFirst().request().target()).isEqualTo("/new?x=1&k=s3cret");
    assertThat(abroad.seen("/there").getFirst().request().target()).isEqualTo("/there");
    assertThat(result.trace().redirects().toString()).doesNotContain("s3cret");
    assertThat(result.trace().redirects().getFirst().to().text()).doesNotContain("s3cret");
  }
}
