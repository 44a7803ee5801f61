package dev.feedwarden.api;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** What goes back. */
public record Answer(int status, Map<String, String> headers, Content content) {
  public Answer {
    headers = Map.copyOf(headers);
  }

  public sealed interface Content {
    record Nothing() implements Content {}

    record Text(String type, String text) implements Content {}

    /** Written while it is made; ends when the writer returns or the client has gone. */
    record Live(String type, Writer writer) implements Content {}
  }

  @FunctionalInterface
  public interface Writer {
    void write(OutputStream out) throws IOException, InterruptedException;
  }

  public static Answer json(int status, Object value) {
    return new Answer(status, Map.of(), new Content.Text(Route.JSON, Json.write(value)));
  }

  public static Answer text(String type, String text) {
    return new Answer(200, Map.of(), new Content.Text(type, text));
  }

  public static Answer live(String type, Writer writer) {
    return new Answer(200, Map.of(), new Content.Live(type, writer));
  }

  public static Answer nothing() {
    return new Answer(204, Map.of(), new Content.Nothing());
  }

  public Answer with(String header, String value) {
    var more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Answer(status, more, content);
  }
}
