package dev.feedwarden.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.spi.FilterReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.KeyValuePair;
import tools.jackson.databind.json.JsonMapper;

final class LoggingTest {
  private static final String HOSTILE =
      "a\r\nb\u0085c\u2028d\u001b[2Je\u001b]52;c;x\u0007f\u0000g\u202eh";

  private final LoggerContext context = new LoggerContext();

  private String line(boolean forPeople, LoggingEvent event) {
    return new String(Logging.encoder(context, forPeople).encode(event), UTF_8);
  }

  private LoggingEvent event(String message, String value, @Nullable Throwable fault) {
    return event(Level.WARN, message, value, fault);
  }

  private LoggingEvent event(Level level, String message, String value, @Nullable Throwable fault) {
    var logger = context.getLogger("dev.feedwarden.test");
    var event = new LoggingEvent("here", logger, level, message, fault, null);
    event.setKeyValuePairs(new ArrayList<>(List.of(new KeyValuePair("error", value))));
    event.setMDCPropertyMap(Map.of("request_id", "0123456789abcdef"));
    return event;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void l_01_a_line_stays_one_whatever_a_server_says(boolean forPeople) {
    var line = line(forPeople, event("feed poll failed", HOSTILE, null));

    assertThat(line).endsWith("\n").hasLineCount(1).contains("0123456789abcdef");
    assertThat(line.strip().codePoints())
        .noneMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x202e);
  }

  @Test
  void l_01_json_keeps_every_character_in_a_form_that_can_be_read_back() {
    var json = new JsonMapper().readTree(line(false, event("m", HOSTILE, null)));

    assertThat(json.path("error").asString())
        .isEqualTo(
            "a\\u000d\\u000ab\\u0085c\\u2028d\\u001b[2Je\\u001b]52;c;x\\u0007f\\u0000g\\u202eh");
  }

  @ParameterizedTest
  @ValueSource(strings = {"${jndi:ldap://127.0.0.1:1/x}", "{}", "%n", "%msg %ex"})
  void l_02_a_pattern_is_only_text(String text) {
    assertThat(line(true, event("m", text, null))).contains("error=" + text);
    assertThat(line(false, event("m", text, null))).contains(text);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void l_03_a_long_value_is_cut(boolean forPeople) {
    var line = line(forPeople, event("m", "t".repeat(1_000_000), null));

    assertThat(line).hasSizeLessThan(2_500).contains("(998000 more characters)");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void l_04_secrets_are_hidden_in_values_messages_and_stacks(boolean forPeople) {
    var fault =
        new IllegalStateException(
            "https://u:hunter2@a.example/", new IllegalStateException("?token=hunter2"));

    var line = line(forPeople, event("password=hunter2", "Authorization: Bearer hunter2", fault));

    assertThat(line).doesNotContain("hunter2").contains("https://***@a.example/");
    assertThat(line).contains("IllegalStateException").contains("LoggingTest");
  }

  @ParameterizedTest(name = "with {0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                        | feedwarden manual runbook/dns
          https://feeds.example.org | https://feeds.example.org/docs/runbook/dns
          """)
  void what_to_do_is_an_address_or_a_command_never_a_path_alone(String home, String help) {
    var event = event("feed poll failed", "no answer", null);
    event.setKeyValuePairs(List.of(new KeyValuePair("help", "/docs/runbook/dns")));
    Logging.manualAt(home);
    try {
      assertThat(line(true, event)).contains(" help=" + help + " ");
      assertThat(new JsonMapper().readTree(line(false, event)).path("help").asString())
          .isEqualTo(help);
    } finally {
      Logging.manualAt("");
    }
  }

  @Test
  void l_08_the_same_warning_comes_so_often_a_minute_and_no_more() {
    var repeats = new Repeats(3);

    var replies = IntStream.range(0, 10).mapToObj(_ -> repeats.decide(at("same", 0))).toList();

    assertThat(replies).filteredOn(reply -> reply == FilterReply.DENY).hasSize(7);
    assertThat(repeats.decide(at("other", 0))).isEqualTo(FilterReply.NEUTRAL);
    assertThat(repeats.decide(at("same", 60_000))).isEqualTo(FilterReply.NEUTRAL);
  }

  @Test
  void l_08_warnings_crowd_out_no_error_of_the_same_words() {
    var repeats = new Repeats(1);

    repeats.decide(at("same", 0));
    repeats.decide(at("same", 0));

    assertThat(repeats.decide(errorAt("same", 0))).isEqualTo(FilterReply.NEUTRAL);
    assertThat(repeats.decide(errorAt("same", 0))).isEqualTo(FilterReply.DENY);
  }

  @Test
  void l_08_what_was_held_back_is_told_when_the_minute_is_over() {
    var logger = context.getLogger("dev.feedwarden.test");
    var repeats = new Repeats(3, logger);
    var appender = new ListAppender<ILoggingEvent>();
    appender.setContext(context);
    appender.addFilter(repeats);
    appender.start();
    logger.addAppender(appender);

    for (int i = 0; i < 10; i++) {
      appender.doAppend(at("same", 0));
    }
    appender.doAppend(at("same", 60_000));
    repeats.finish();

    assertThat(appender.list.stream().map(ILoggingEvent::getMessage))
        .containsExactlyInAnyOrder("same", "same", "same", "same", Repeats.SUMMARY);
  }

  private ILoggingEvent at(String message, long millis) {
    var event = event(message, "", null);
    event.setTimeStamp(millis);
    return event;
  }

  private ILoggingEvent errorAt(String message, long millis) {
    var event = event(Level.ERROR, message, "", null);
    event.setTimeStamp(millis);
    return event;
  }
}
