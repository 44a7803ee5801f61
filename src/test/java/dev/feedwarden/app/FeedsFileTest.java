package dev.feedwarden.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.app.FeedsFile.Read.Bad;
import dev.feedwarden.app.FeedsFile.Read.Good;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FeedsFileTest {
  private static final Path FILE = Path.of("feeds.yaml");
  private static final Config CONFIG =
      new Configuration(Map.of(), Path.of("nowhere"), Path.of("nowhere"), "1").config();

  private static FeedsFile.Read read(String text) {
    return FeedsFile.read(
        FILE,
        new Reading.Good<>(text),
        new Admission(url -> !url.isLiteral()),
        Wiring.policy(CONFIG),
        new FeedAuth(
            Path.of("nowhere"),
            name -> Optional.ofNullable(Map.of("PW", "s3cret").get(name)),
            credentials -> new Credentials.Encrypted(told(credentials))));
  }

  private static String told(Credentials credentials) {
    return switch (credentials) {
      case Credentials.Basic(var user, var password) -> "basic " + user + " " + password;
      case Credentials.Header(var name, var value) -> "header " + name + " " + value;
      case Credentials.QueryToken(var name, var value) -> "query " + name + " " + value;
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {type: basic, user: eve, secret_env: PW}     | basic eve s3cret
          {type: bearer, secret_env: PW}               | header Authorization Bearer s3cret
          {type: header, name: X-Key, secret_env: PW}  | header X-Key s3cret
          {type: query, name: key, secret_env: PW}     | query key s3cret
          """)
  void a_private_feed_names_where_its_secret_is(String auth, String locked) {
    assertThat(read("feeds: [{url: https://a.example/, auth: " + auth + "}]"))
        .isInstanceOfSatisfying(
            FeedsFile.Read.Good.class,
            good ->
                assertThat(good.feeds().getFirst().credentials())
                    .isEqualTo(new Credentials.Encrypted(locked)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {type: basic, user: eve, password: s3cret}       | has the key 'password', which is not known
          {type: basic, user: eve, secret_env: NOPE}       | names a variable that is not set
          {type: basic, user: eve, secret_file: nope}      | names a file that does not exist
          {type: basic, user: eve}                         | must have secret_env or secret_file
          {type: basic, secret_env: PW}                    | of type basic has a user
          {type: bearer, name: x, secret_env: PW}          | of type bearer has no name
          {type: header, name: Host, secret_env: PW}       | has a name that is no header's
          {type: digest, secret_env: PW}                   | must have a type
          eve:s3cret                                       | must be such as
          """)
  void a_secret_has_no_place_in_the_file_and_is_not_told(String auth, String reason) {
    assertThat(read("feeds: [{url: https://a.example/, auth: " + auth + "}]"))
        .isInstanceOfSatisfying(
            FeedsFile.Read.Bad.class,
            bad ->
                assertThat(bad.problems())
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .startsWith("feeds.yaml, line 1: auth " + reason)
                    .doesNotContain("s3cret"));
  }

  @Test
  void a_feed_is_a_url_or_all_that_there_is_to_say_of_it() {
    var text =
        """
        feeds:
          # all keys
          - url: https://a.example/feed
            name: 007
            tags: [News, daily]
            interval: 90m
            notes: "one: two"
            policy:
              profile: adaptive
              gone: {cooldown: 1d}
            enabled: false
          - https://b.example/
          - url: https://c.example/?token=x
            tags: B, a
            name:
        """;

    assertThat(read(text))
        .isEqualTo(
            new Good(
                List.of(
                    new Settings(
                        new Label("007", List.of(new Tag("daily"), new Tag("news")), "one: two"),
                        WebUrl.of("https://a.example/feed"),
                        false,
                        Intake.every(Duration.ofMinutes(90)),
                        null,
                        new Overrides(Map.of("profile", "adaptive", "gone.cooldown", "1d"))),
                    new Settings("b.example", WebUrl.of("https://b.example/"), true, null),
                    new Settings(
                        new Label("c.example", List.of(new Tag("a"), new Tag("b")), null),
                        WebUrl.of("https://c.example/?token=x"),
                        true,
                        Intake.USUAL,
                        null,
                        null))));
    assertThat(read("feeds: []")).isEqualTo(new Good(List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          htp://b.example/ | the URL 'htp://b.example/' does not begin with http:// or https://.
          http://127.0.0.1/ | the URL http://127.0.0.1/ is private, local or reserved and not allowed by FEEDWARDEN_ALLOWED_ADDRESSES.
          https://A.example/ | the URL https://a.example/ is in line 2 already.
          {url: 'https://u:pw@b.example/'} | the URL '***@b.example/' contains a user name or password.
          {name: x} | the feed has no url.
          {url: 'https://b.example/', intervall: 5} | the key 'intervall' is not known; did you mean interval?
          {url: 'https://b.example/', interval: 0} | interval must be 1 to 1440 minutes, such as 30, 90m or 2h, not '0'.
          {url: 'https://b.example/', interval: 2d} | interval must be 1 to 1440 minutes, such as 30, 90m or 2h, not '2d'.
          {url: 'https://b.example/', interval: [5]} | interval must be one plain value.
          {url: 'https://b.example/', enabled: maybe} | enabled must be true or false.
          {url: 'https://b.example/', tags: [[a]]} | the key 'tags' has a value that is not understood.
          {url: 'https://b.example/', tags: ['a,b']} | a tag has 1 to 64 characters without commas.
          {url: 'https://b.example/', policy: strict} | policy must be such as {profile: adaptive}.
          {url: 'https://b.example/', policy: {gone: {cooldown: soon}}} | policy: gone.cooldown: 'soon' is not a duration from 1m to 31d.
          {url: 'https://b.example/', name: a, name: b} | the key 'name' is there twice for one feed.
          [https://b.example/] | a feed must be a URL, or 'url:' and what else there is to say.
          """)
  void what_is_wrong_is_one_sentence_with_its_line(String item, String sentence) {
    assertThat(read("feeds:\n  - https://a.example/\n\n  - " + item + "\n"))
        .isEqualTo(new Bad(List.of("feeds.yaml, line 4: " + sentence)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''             | feeds.yaml: the file is empty.
          '# none'       | feeds.yaml: must begin with 'feeds:' and list them below.
          '- https://a/' | feeds.yaml, line 1: must begin with 'feeds:' and list them below.
          'feeds:'       | feeds.yaml, line 1: feeds must be a list; write 'feeds: []' for none.
          '{}'           | feeds.yaml: has no feeds; write 'feeds: []' for none.
          'feeds: [a'    | feeds.yaml, line 1: is not valid YAML.
          'feed: []'     | feeds.yaml, line 1: the key 'feed' is not known; there is only feeds.
          """)
  void a_file_of_another_shape_is_refused(String text, String first) {
    assertThat(read(text))
        .isInstanceOfSatisfying(
            Bad.class, bad -> assertThat(bad.problems().getFirst()).isEqualTo(first));
  }

  @Test
  void every_line_that_is_wrong_is_told() {
    assertThat(read("feeds:\n  - ftp://a/\n  - url: https://b.example/\n    nme: x\n"))
        .isEqualTo(
            new Bad(
                List.of(
                    "feeds.yaml, line 2: the URL 'ftp://a/' does not begin with http:// or"
                        + " https://.",
                    "feeds.yaml, line 4: the key 'nme' is not known; did you mean name?")));
  }
}
