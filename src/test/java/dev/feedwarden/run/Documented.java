package dev.feedwarden.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Holds what arrives against the schema in the documentation. */
final class Documented {
  private static final Schema SCHEMA = schema();

  private Documented() {}

  private static Schema schema() {
    try {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(Files.readString(Path.of("docs", "event.schema.json")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void areAll(List<ConsumerRecord<String, String>> records) {
    assertThat(records).isNotEmpty();
    for (var record : records) {
      assertThat(faults(record.value())).as(record.value()).isEmpty();
      assertThat(new String(record.headers().lastHeader("content-type").value(), UTF_8))
          .isEqualTo("application/cloudevents+json; charset=UTF-8");
    }
  }

  static List<String> faults(String event) {
    return SCHEMA.validate(event, InputFormat.JSON).stream().map(Object::toString).toList();
  }
}
