package dev.feedwarden.lab;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** A well-formed answer: right length, kept alive unless either side says otherwise. */
public final class Answer implements Behaviour {
  private final int status;
  private final byte[] body;
  private final List<Map.Entry<String, String>> headers;
  private final @Nullable String etag;
  private final @Nullable String lastModified;

  Answer(int status, byte[] body) {
    this(status, body, List.of(), null, null);
  }

  private Answer(
      int status,
      byte[] body,
      List<Map.Entry<String, String>> headers,
      @Nullable String etag,
      @Nullable String lastModified) {
    this.status = status;
    this.body = body.clone();
    this.headers = headers;
    this.etag = etag;
    this.lastModified = lastModified;
  }

  /** Says one header more; it is only said, not acted on. */
  public Answer with(String name, String value) {
    var more = Stream.concat(headers.stream(), Stream.of(Map.entry(name, value))).toList();
    return new Answer(status, body, more, etag, lastModified);
  }

  /** Gives an ETag and answers 304 to whoever brings it back. */
  public Answer etag(String value) {
    return new Answer(status, body, headers, value, lastModified).with("ETag", value);
  }

  /** Gives a Last-Modified and answers 304 to whoever brings back exactly this text. */
  public Answer lastModified(String value) {
    return new Answer(status, body, headers, etag, value).with("Last-Modified", value);
  }

  /** Sends the body compressed, and says so. */
  public Answer gzipped() {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Answer(status, packed.toByteArray(), headers, etag, lastModified)
        .with("Content-Encoding", "gzip");
  }

  @Override
  public void answer(Request request, Wire wire) throws IOException {
    var whole = new ByteArrayOutputStream();
    var sent = unchanged(request) ? 304 : status;
    var bodiless = sent == 304 || sent == 204;
    var close = wantsClose(request);
    whole.writeBytes(head(sent, !bodiless, close).getBytes(ISO_8859_1));
    if (!bodiless && !request.method().equals("HEAD")) {
      whole.writeBytes(body);
    }
    if (!close) {
      wire.keepAlive();
    }
    wire.sendLast(whole.toByteArray());
  }

  /** If-None-Match, when there, decides alone (RFC 9110, 13.2.2). */
  private boolean unchanged(Request request) {
    var tags = request.header("If-None-Match");
    if (tags != null && etag != null) {
      return Arrays.stream(tags.split(",", -1))
          .map(String::strip)
          .anyMatch(tag -> tag.equals("*") || opaque(tag).equals(opaque(etag)));
    }
    return tags == null
        && lastModified != null
        && Objects.equals(request.header("If-Modified-Since"), lastModified);
  }

  private static String opaque(String tag) {
    return tag.startsWith("W/") ? tag.substring(2) : tag;
  }

  private boolean wantsClose(Request request) {
    return "close".equalsIgnoreCase(request.header("Connection"))
        || headers.stream()
            .anyMatch(
                h ->
                    h.getKey().equalsIgnoreCase("Connection")
                        && h.getValue().equalsIgnoreCase("close"));
  }

  private String head(int sent, boolean withLength, boolean close) {
    var head = new StringBuilder("HTTP/1.1 " + sent + " \r\n");
    headers.forEach(h -> head.append(h.getKey() + ": " + h.getValue() + "\r\n"));
    if (withLength) {
      head.append("Content-Length: " + body.length + "\r\n");
    }
    if (close) {
      head.append("Connection: close\r\n");
    }
    return head.append("\r\n").toString();
  }
}
