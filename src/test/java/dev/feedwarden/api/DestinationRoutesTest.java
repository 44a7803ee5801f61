package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.deliver.Addressee;
import dev.feedwarden.deliver.AddresseeFields;
import dev.feedwarden.deliver.Wants;
import dev.feedwarden.deliver.Way;
import dev.feedwarden.fetch.KafkaCluster;
import dev.feedwarden.model.Progress;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.Diagnosis;
import dev.feedwarden.poll.Discovery.Findings;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.DestinationTable;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DestinationRoutesTest {
  private static final String ALL = "/api/v1/destinations";
  private static final String HOOK =
      """
      {"name":"hook","kind":"webhook","url":"https://example.org/canary-path",
       "secret":"whsec_canary","events":["articles"],"tags":["News"]}
      """;
  private static final String SHOWN =
      "{\"name\":\"hook\",\"kind\":\"webhook\",\"place\":\"https://example.org\","
          + "\"events\":[\"articles\"],\"tags\":[\"news\"],\"sources\":[],\"named_by\":\"api\"}";

  @TempDir Path folder;
  private Served served;

  private static final class OneNamed implements Parts.Outbound {
    @Override
    public Findings discover(WebUrl page) {
      throw new AssertionError("nobody may be asked: " + page);
    }

    @Override
    public Diagnosis test(WebUrl feed) {
      throw new AssertionError("nobody may be asked: " + feed);
    }

    @Override
    public List<Addressee> named() {
      return List.of(
          new Addressee(
              "ops",
              Wants.ALL,
              new Way.Slack(new Way.Hidden("https://hooks.slack.example/canary-path"))));
    }

    @Override
    public String seal(String text) {
      return Served.VAULT.seal(text);
    }
  }

  @BeforeEach
  void open() {
    served = Served.in(folder, Served.Wishes.NONE.outbound(new OneNamed()));
  }

  @AfterEach
  void close() {
    served.close();
  }

  private Optional<Addressee> kept(String name) {
    return new DestinationTable(served.database())
        .find(name)
        .flatMap(kept -> Served.VAULT.open(kept.sealed()))
        .flatMap(AddresseeFields::read);
  }

  @Test
  void a_destination_is_made_and_shown_without_what_opens_it() {
    var made = served.ask("POST", ALL, HOOK);

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.header("Location")).isEqualTo(ALL + "/hook");
    assertThat(made.text()).isEqualTo(SHOWN);
    assertThat(served.ask("GET", ALL + "/hook", null).text()).isEqualTo(SHOWN);
    assertThat(served.ask("GET", ALL, null).json().path("destinations").path(0).path("name"))
        .hasToString("\"hook\"");
    assertThat(kept("hook").map(Addressee::way))
        .hasValue(
            new Way.Webhook(
                new Way.Hidden("https://example.org/canary-path"), new Way.Hidden("whsec_canary")));
    assertThat(new DestinationTable(served.database()).all().toString()).doesNotContain("canary");
  }

  @Test
  void a_cluster_is_kept_with_its_password_and_shown_without() {
    var made =
        served.ask(
            "POST",
            ALL,
            """
            {"name":"stream","kind":"kafka","brokers":["a.example.org:9092","b.example.org:9092"],
             "user":"warden","password":"canary","sasl_mechanism":"PLAIN"}
            """);

    assertThat(made.text())
        .isEqualTo(
            "{\"name\":\"stream\",\"kind\":\"kafka\","
                + "\"place\":\"a.example.org:9092,b.example.org:9092\","
                + "\"events\":[\"articles\",\"digest\",\"incidents\"],"
                + "\"tags\":[],\"sources\":[],\"named_by\":\"api\"}");
    assertThat(kept("stream").map(one -> ((Way.Kafka) one.way()).login()))
        .hasValue(new KafkaCluster.Login(KafkaCluster.Mechanism.PLAIN, "warden", "canary"));
    assertThat(new DestinationTable(served.database()).all().toString()).doesNotContain("canary");
  }

  @Test
  void a_change_gives_all_of_it_anew_and_begins_without_the_old_trouble() {
    served.ask("POST", ALL, HOOK);
    var deliveries = new Deliveries(served.database());
    var late = Instant.parse("2100-01-01T00:00:00Z");
    deliveries.hold("hook", served.database().now());
    deliveries.stay("hook", new Progress(1, 9, late, "status 500"));

    var changed =
        served.ask(
            "PUT", ALL + "/hook", "{\"kind\":\"webhook\",\"url\":\"https://two.example.org/x\"}");

    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.json().path("place").asString()).isEqualTo("https://two.example.org");
    assertThat(kept("hook"))
        .hasValue(
            new Addressee(
                "hook",
                Wants.ALL,
                new Way.Webhook(new Way.Hidden("https://two.example.org/x"), null)));
    assertThat(deliveries.look("hook").orElseThrow().progress().notBefore())
        .isEqualTo(Instant.EPOCH);
    deliveries.stay("hook", new Progress(1, 9, late, "status 500"));
    assertThat(deliveries.look("hook").orElseThrow().progress().trouble())
        .as("who was telling the old one writes nothing")
        .isNull();
  }

  @Test
  void a_destination_that_is_removed_is_gone_with_what_waited() {
    served.ask("POST", ALL, HOOK);

    assertThat(served.ask("DELETE", ALL + "/hook", null).status()).isEqualTo(204);

    assertThat(served.ask("GET", ALL + "/hook", null).status()).isEqualTo(404);
    assertThat(served.ask("DELETE", ALL + "/hook", null).status()).isEqualTo(404);
    assertThat(served.ask("PUT", ALL + "/hook", HOOK).status()).isEqualTo(404);
    assertThat(new Backlogs(served.database()).all()).isEmpty();
    assertThat(served.ask("POST", ALL, HOOK).status()).isEqualTo(201);
  }

  @Test
  void a_name_is_taken_once_and_the_operators_stay_theirs() {
    served.ask("POST", ALL, HOOK);
    var ops = HOOK.replace("\"hook\"", "\"ops\"");

    assertThat(served.ask("POST", ALL, HOOK).status()).isEqualTo(409);
    assertThat(served.ask("POST", ALL, ops).json().path("detail").asString())
        .isEqualTo("The operator's settings name the destination ops; it is changed there.");
    assertThat(served.ask("PUT", ALL + "/ops", ops).status()).isEqualTo(409);
    assertThat(served.ask("DELETE", ALL + "/ops", null).status()).isEqualTo(409);
    assertThat(served.ask("GET", ALL + "/ops", null).text())
        .isEqualTo(
            "{\"name\":\"ops\",\"kind\":\"slack\",\"place\":\"https://hooks.slack.example\","
                + "\"events\":[\"articles\",\"digest\",\"incidents\"],\"tags\":[],\"sources\":[],"
                + "\"named_by\":\"operator\"}");
    assertThat(new DestinationTable(served.database()).all()).hasSize(1);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"kind":"webhook","url":"https://example.org/"}             | name | must be 1 to 40 small letters, digits and dashes
          {"name":"../a","kind":"webhook","url":"https://a.example/"} | name | must be 1 to 40 small letters, digits and dashes
          {"name":"a","kind":"file"}                                  | kind | must be one of kafka, mail, slack, slack_bot, webhook
          {"name":"a","kind":"webhook","path":"/etc/passwd"}          | path | is not a field that may be given
          {"name":"a","kind":"webhook","url_file":"/etc/passwd"}      | url_file | is not a field that may be given
          {"name":"a","kind":"slack_bot","token":"x","channel":"c","api":"https://a.example/"} | api | is not a field that may be given
          {"name":"a","kind":"webhook"}                               | url  | must be given
          {"name":"a","kind":"kafka"}                                 | brokers | must be 1 to 20 of HOST:PORT
          {"name":"a","kind":"kafka","brokers":["a.example.org:9092","10.0.0.1:9092"]} | brokers | is private, local or reserved and may not be reached
          {"name":"a","kind":"kafka","brokers":["a.example.org:9092"],"security_protocol":"TLS"} | security_protocol | must be one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL
          {"name":"a","kind":"webhook","url":"gopher://a.example/"}   | url  | must be a URL, and this one does not begin with http:// or https://
          {"name":"a","kind":"webhook","url":"https://u:p@a.example"} | url  | must be a URL, and this one contains a user name or password
          {"name":"a","kind":"webhook","url":"http://127.0.0.1/"}     | url  | is private, local or reserved and may not be reached
          {"name":"a","kind":"slack","url":"http://x.internal/"}      | url  | is private, local or reserved and may not be reached
          {"name":"a","kind":"slack_bot","token":"x\\ny","channel":"c"} | token | must be one word
          {"name":"a","kind":"slack","url":"https://a.example/","events":["rain"]} | events | must be topics or kinds of events
          {"name":"a","kind":"mail","server":"10.0.0.1:25","from":"a@b.example","to":["c@d.example"]} | server | is private, local or reserved and may not be reached
          {"name":"a","kind":"mail","server":"m.example:25","from":"a@b.example\\r\\nBcc: x@y.example","to":["c@d.example"]} | from | must be a mail address
          """)
  void what_is_wrong_is_told_by_field_and_changes_nothing(
      String body, String field, String message) {
    var refused = served.ask("POST", ALL, body);

    assertThat(refused.status()).isEqualTo(400);
    var fault = refused.json().path("errors").path(0);
    assertThat(fault.path("field").asString() + " " + fault.path("message").asString())
        .isEqualTo(field + " " + message);
    assertThat(new Backlogs(served.database()).all()).isEmpty();
  }

  @Test
  void neither_its_kind_nor_its_name_changes() {
    served.ask("POST", ALL, HOOK);

    assertThat(
            served
                .ask("PUT", ALL + "/hook", "{\"kind\":\"slack\",\"url\":\"https://a.example/\"}")
                .faults())
        .containsExactly("kind");
    assertThat(served.ask("PUT", ALL + "/hook", HOOK.replace("\"hook\"", "\"other\"")).faults())
        .containsExactly("name");
    assertThat(served.ask("GET", ALL + "/hook", null).text()).isEqualTo(SHOWN);
  }

  @Test
  void there_are_not_more_than_a_hundred() {
    for (int i = 0; i < 100; i++) {
      served.ask("POST", ALL, HOOK.replace("\"hook\"", "\"hook-" + i + "\""));
    }

    assertThat(served.ask("POST", ALL, HOOK).json().path("detail").asString())
        .isEqualTo("There are 100 destinations already.");
    assertThat(new DestinationTable(served.database()).all()).hasSize(100);
  }
}
