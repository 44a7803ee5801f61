package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Happening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documented schema says no to what is not an event of ours. */
final class DocumentedTest {
  private static final String EVENT =
      """
      {"specversion":"1.0","id":"event-1","source":"/feedwarden",
       "type":"dev.feedwarden.feed_enabled","subject":"0199aaaa-0000-7000-8000-000000000001",
       "time":"2026-03-01T12:00:00Z","datacontenttype":"application/json",
       "data":{"source_id":"0199aaaa-0000-7000-8000-000000000001","name":"A","tags":[],"by":"eve"}}
      """;

  @Test
  void every_event_is_in_the_schema() throws IOException {
    var schema = Files.readString(Path.of("docs/event.schema.json"));

    assertThat(Happening.WORDS).allMatch(word -> schema.contains("\"dev.feedwarden." + word + '"'));
  }

  @Test
  void an_event_as_it_is_sent_is_good() {
    assertThat(Documented.faults(EVENT)).isEmpty();
  }

  @ParameterizedTest(name = "{0} as {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "by":"eve"                   | "by":7
          ,"by":"eve"                  | ``
          "tags":[]                    | "tags":"none"
          dev.feedwarden.feed_enabled  | dev.feedwarden.rain
          dev.feedwarden.feed_enabled  | dev.feedwarden.incident_opened
          2026-03-01T12:00:00Z         | yesterday
          "id":"event-1"               | "id":"1"
          "specversion":"1.0"          | "specversion":"1.0","more":1
          """)
  void anything_else_is_not(String part, String instead) {
    assertThat(EVENT).contains(part);
    assertThat(Documented.faults(EVENT.replace(part, instead))).isNotEmpty();
  }
}
