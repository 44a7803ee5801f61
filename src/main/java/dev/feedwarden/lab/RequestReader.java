package dev.feedwarden.lab;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the requests of one connection, one after the other. */
final class RequestReader {
  private static final int LINE_LIMIT = 64 * 1024;
  private static final int BODY_LIMIT = 16 * 1024 * 1024;

  private final InputStream in;

  RequestReader(InputStream in) {
    this.in = in;
  }

  /** Nothing when the client has hung up between requests. */
  Optional<Request> next() throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      return Optional.empty();
    }
    in.reset();
    var start = line().split(" ", -1);
    if (start.length != 3 || !start[2].startsWith("HTTP/1.")) {
      throw new ProtocolException("not an HTTP/1 request line");
    }
    var headers = headers();
    if (start[2].equals("HTTP/1.0")) {
      headers.putIfAbsent("connection", "close");
    }
    return Optional.of(new Request(start[0], start[1], headers, body(headers), 0));
  }

  private Map<String, String> headers() throws IOException {
    var headers = new TreeMap<String, String>();
    for (var line = line(); !line.isEmpty(); line = line()) {
      var colon = line.indexOf(':');
      if (colon < 1) {
        throw new ProtocolException("not a header line");
      }
      var name = line.substring(0, colon).toLowerCase(ROOT);
      headers.merge(name, line.substring(colon + 1).strip(), (a, b) -> a + ", " + b);
    }
    return headers;
  }

  private String body(Map<String, String> headers) throws IOException {
    if (headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")) {
      return chunks();
    }
    return new String(bytes(size(headers.getOrDefault("content-length", "0"), 10)), UTF_8);
  }

  private String chunks() throws IOException {
    var whole = new ByteArrayOutputStream();
    while (true) {
      var size = size(line().replaceAll(";.*", ""), 16);
      whole.writeBytes(bytes(size));
      if (size == 0) {
        headers(); // trailers
        return whole.toString(UTF_8);
      }
      line();
    }
  }

  private static int size(String text, int radix) throws ProtocolException {
    try {
      var size = Integer.parseInt(text.strip(), radix);
      if (size >= 0 && size <= BODY_LIMIT) {
        return size;
      }
    } catch (NumberFormatException _) {
      // refused below, with the sizes that are numbers but senseless
    }
    throw new ProtocolException("not a body size: " + text);
  }

  private byte[] bytes(int size) throws IOException {
    var bytes = in.readNBytes(size);
    if (bytes.length < size) {
      throw new EOFException("the client hung up inside its body");
    }
    return bytes;
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (var next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the client hung up inside its head");
      }
      if (line.size() == LINE_LIMIT) {
        throw new ProtocolException("line too long");
      }
      line.write(next);
    }
    var text = line.toString(ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
