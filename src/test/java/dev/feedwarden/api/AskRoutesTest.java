package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.Diagnosis;
import dev.feedwarden.poll.Discovery.Findings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client can make us ask of others. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class AskRoutesTest {
  private static final String SOURCES = "/api/v1/sources";

  @TempDir Path folder;

  /** A network in which every page fails for the reason that its host names. */
  private static final class Failing implements Parts.Outbound {
    private final List<WebUrl> asked = new ArrayList<>();

    @Override
    public Findings discover(WebUrl page) {
      asked.add(page);
      var cause = Cause.valueOf(page.host().replaceFirst("\\..*", "").toUpperCase(Locale.ROOT));
      return new Findings(
          List.of(), 1, new PollError(ErrorType.UNEXPECTED, cause, 0, page.masked()));
    }

    @Override
    public Diagnosis test(WebUrl feed) {
      throw new AssertionError("not asked for here");
    }
  }

  @Test
  void p_28_what_is_not_public_is_told_in_the_same_words_whatever_it_is() {
    try (var served = Served.in(folder, Served.Wishes.NONE.outbound(new Failing()))) {
      var answers = new HashSet<String>();
      for (var url :
          List.of(
              "http://127.0.0.1/",
              "http://printer.internal/",
              "https://blocked_address.example/",
              "https://nxdomain.example/",
              "https://dns.example/")) {
        var got = served.ask("POST", SOURCES + "/discover", "{\"url\":\"" + url + "\"}");
        answers.add(got.status() + " " + got.json().path("detail").asString());
      }

      assertThat(answers).containsExactly("422 The URL leads to no public address.");
      assertThat(
              served
                  .ask("POST", SOURCES + "/discover", "{\"url\":\"https://connect.example/\"}")
                  .text())
          .contains("\"feeds\":[]");
    }
  }

  @Test
  void p_27_few_of_these_are_done_in_a_minute() {
    var network = new Failing();
    try (var served = Served.in(folder, Served.Wishes.NONE.outbound(network))) {
      var statuses = new ArrayList<Integer>();
      for (int i = 0; i < 14; i++) {
        statuses.add(
            served
                .ask("POST", SOURCES + "/discover", "{\"url\":\"https://connect.example/\"}")
                .status());
      }

      assertThat(statuses.subList(0, 10)).containsOnly(200);
      assertThat(statuses.subList(10, 14)).containsOnly(429);
      assertThat(network.asked).hasSize(10);
    }
  }
}
