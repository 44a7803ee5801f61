package dev.feedwarden.fetch;

import static dev.feedwarden.lab.Mischief.endless;
import static dev.feedwarden.lab.Mischief.raw;
import static dev.feedwarden.lab.Mischief.silenceAfter;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Mischief;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Every hostile answer of the catalogue, and what must come of it. */
final class Hostile {
  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";
  private static final String KILOBYTE = "x".repeat(1024);
  private static final Duration EVERY = Duration.ofMillis(20);

  private Hostile() {}

  /** One answer; the end is a status or a cause. */
  record Row(String name, Behaviour behaviour, String end) {
    @Override
    public String toString() {
      return name + " -> " + end;
    }
  }

  private static Row row(String name, Behaviour behaviour, String end) {
    return new Row(name, behaviour, end);
  }

  static List<Row> rows() {
    return Stream.of(slow(), large(), chunks(), heads(), framing(), statuses(), coded())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> slow() {
    return List.of(
        row("N-01 body dribbled", Mischief.dribble(EVERY), "TIMEOUT_TOTAL"),
        row("N-02 headers, then silence", silenceAfter(OK + "\r\n"), "TIMEOUT_READ"),
        row("N-02 half a body, then silence", silenceAfter(CHUNKED + "5\r\n<rss"), "TIMEOUT_READ"),
        row("N-03 header dribbled", Mischief.dribble(OK + KILOBYTE, EVERY), "TIMEOUT_TOTAL"),
        row("N-04 silence", Mischief.silence(), "TIMEOUT_READ"));
  }

  private static List<Row> large() {
    return List.of(
        row("N-06 endless", Mischief.endless(), "TOO_LARGE"),
        row("N-06 endless chunked", Mischief.endlessChunked(), "TOO_LARGE"),
        row(
            "N-28 announces 10 GB",
            endless(OK + "Content-Length: 10000000000\r\n\r\n", KILOBYTE),
            "TOO_LARGE"));
  }

  private static List<Row> chunks() {
    return List.of(
        row("N-07 endless chunk extension", endless(CHUNKED + "5;", KILOBYTE), "PROTOCOL"),
        row("N-07 endless chunk size", endless(CHUNKED, "0".repeat(1024)), "PROTOCOL"),
        row("N-07 chunk size 2^64-1", raw(CHUNKED + "FFFFFFFFFFFFFFFF\r\nx"), "PROTOCOL"),
        row("N-07 chunk size negative", raw(CHUNKED + "-5\r\nx"), "PROTOCOL"),
        row("N-07 chunk size 0x10", raw(CHUNKED + "0x10\r\nx"), "PROTOCOL"),
        row("N-07 chunk size empty", raw(CHUNKED + "\r\nx"), "PROTOCOL"),
        row("N-07 chunk longer than said", raw(CHUNKED + "1\r\nxxx\r\n0\r\n\r\n"), "PROTOCOL"),
        row("N-07 chunk size 2^63-1", raw(CHUNKED + "7FFFFFFFFFFFFFFF\r\nx"), "TRUNCATED"),
        row("N-08 endless trailers", endless(CHUNKED + "0\r\n", "a: b\r\n"), "PROTOCOL"),
        row("N-08 endless trailer", endless(CHUNKED + "0\r\na:", KILOBYTE), "PROTOCOL"),
        row("N-11 fewer bytes than said", Mischief.truncated("<rss>"), "TRUNCATED"),
        row("N-12 no last chunk", Mischief.chunkedCut("<rss>"), "TRUNCATED"),
        row("N-12 chunk cut", raw(CHUNKED + "5\r\n<rs"), "TRUNCATED"),
        row("N-12 cut behind a chunk", raw(CHUNKED + "5\r\n<rss>"), "TRUNCATED"),
        row("N-12 cut in a padded size", raw(CHUNKED + "5\r\n<rss>\r\n000"), "TRUNCATED"),
        row("N-12 reset in the body", resetAfter(CHUNKED + "5\r\n<rss>\r\n"), "RESET"));
  }

  private static Behaviour resetAfter(String latin1) {
    return (_, wire) -> {
      wire.send(latin1);
      wire.pause(Duration.ofMillis(50)); // a reset overtakes what has not been read
      wire.reset();
    };
  }

  private static List<Row> heads() {
    return List.of(
        row("N-09 endless headers", endless(OK, "a: b\r\n"), "PROTOCOL"),
        row("N-09 endless header", endless(OK + "a: ", KILOBYTE), "PROTOCOL"),
        row("N-09 endless folding", endless(OK + "a: b\r\n", " c\r\n"), "PROTOCOL"),
        row("N-09 endless reason", endless("HTTP/1.1 200 ", KILOBYTE), "PROTOCOL"),
        row("N-09 endless empty lines", endless("", "\r\n"), "PROTOCOL"),
        row("N-10 endless 100", endless("", "HTTP/1.1 100 Continue\r\n\r\n"), "PROTOCOL"),
        row("N-10 endless 103", endless("", "HTTP/1.1 103 Early Hints\r\n\r\n"), "PROTOCOL"),
        row("N-14 HTTP/0.9", raw("<rss/>"), "PROTOCOL"),
        row("N-14 ICY", raw("ICY 200 OK\r\n\r\nx"), "PROTOCOL"),
        row("N-14 garbage", raw("\0\1\2\3\u00ff"), "PROTOCOL"),
        row("N-14 garbage, then an answer", raw("220 hello\r\n" + OK + "\r\nx"), "PROTOCOL"),
        row("N-14 HTTP/2 settings", raw("\0\0\0\4\0\0\0\0\0"), "PROTOCOL"),
        row("N-14 HTTP/2 by its version", raw("HTTP/2.0 200 OK\r\n\r\nx"), "PROTOCOL"),
        row("N-14 TLS alert", raw("\25\3\1\0\2\2\106"), "PROTOCOL"),
        row("N-18 reset before the status", Mischief.reset(), "RESET"),
        row("N-18 end before the status", Mischief.hangUp(), "RESET"),
        row("N-18 end in the status", raw("HTTP/1.1 20"), "PROTOCOL"),
        row("N-18 end behind the status line", raw(OK), "RESET"),
        row("N-18 end in a header", raw(OK + "Content-Ty"), "RESET"),
        row("N-18 end behind a header", raw(OK + "Content-Type: text/xml\r\n"), "RESET"),
        row("N-18 end in a 304", raw("HTTP/1.1 304 \r\nETag: \"a"), "RESET"));
  }

  private static List<Row> framing() {
    return List.of(
        row("N-13 two lengths", framed("Content-Length: 1\r\nContent-Length: 2"), "PROTOCOL"),
        row("N-13 one length twice", framed("Content-Length: 1\r\nContent-Length: 1"), "PROTOCOL"),
        row(
            "N-13 length and chunked",
            framed("Content-Length: 1\r\nTransfer-Encoding: chunked"),
            "PROTOCOL"),
        row("N-13 length -5", framed("Content-Length: -5"), "PROTOCOL"),
        row("N-13 length +5", framed("Content-Length: +5"), "PROTOCOL"),
        row("N-13 length 10^20", framed("Content-Length: 100000000000000000000"), "PROTOCOL"),
        row("N-13 length 5,5", framed("Content-Length: 5,5"), "PROTOCOL"),
        row("N-13 length empty", framed("Content-Length: "), "PROTOCOL"),
        row("N-13 length 0x1", framed("Content-Length: 0x1"), "PROTOCOL"),
        row("N-13 transfer coding gzip", framed("Transfer-Encoding: gzip, chunked"), "PROTOCOL"),
        row("N-13 header without a colon", framed("Content-Length 5"), "PROTOCOL"));
  }

  private static Behaviour framed(String header) {
    return raw(OK + header + "\r\n\r\nxxxxxxxxxx");
  }

  private static List<Row> statuses() {
    return List.of(
        row("N-15 status 99", raw("HTTP/1.1 99 Low\r\n\r\nx"), "PROTOCOL"),
        row("N-15 status 0", raw("HTTP/1.1 0 Low\r\n\r\nx"), "PROTOCOL"),
        row("N-15 status -200", raw("HTTP/1.1 -200 Low\r\n\r\nx"), "PROTOCOL"),
        row("N-15 status 600", raw("HTTP/1.1 600 High\r\n\r\nx"), "600"),
        row("N-15 status 999", raw("HTTP/1.1 999 High\r\n\r\nx"), "999"),
        row("N-15 status 10^20", raw("HTTP/1.1 100000000000000000000 H\r\n\r\nx"), "PROTOCOL"),
        row("N-15 no reason", raw("HTTP/1.1 200\r\n\r\nx"), "200"),
        row("N-15 line feeds only", raw("HTTP/1.1 200 OK\nA: b\n\nx"), "200"),
        row("N-15 folded header", raw(OK + "A: b\r\n c\r\n\r\nx"), "200"),
        row("N-15 HTTP/1.0", raw("HTTP/1.0 200 OK\r\n\r\nx"), "200"),
        row("N-16 204 with a body", raw("HTTP/1.1 204 \r\n\r\nx"), "204"),
        row("N-16 205", raw("HTTP/1.1 205 \r\n\r\n"), "205"),
        row("N-16 206", raw("HTTP/1.1 206 \r\n\r\nx"), "206"),
        row("N-16 304 with a body", raw("HTTP/1.1 304 \r\nContent-Length: 1\r\n\r\nx"), "304"),
        row("N-16 404 without an end", endless("HTTP/1.1 404 \r\n\r\n", KILOBYTE), "404"),
        row("N-16 200 without a body", Answers.ok("", "text/xml"), "200"),
        row("N-19 101", raw("HTTP/1.1 101 \r\nUpgrade: h2c\r\n\r\n" + OK + "\r\nx"), "PROTOCOL"),
        row("N-19 401 Negotiate", asking(401, "WWW-Authenticate", "Negotiate"), "401"),
        row("N-19 401 NTLM", asking(401, "WWW-Authenticate", "NTLM"), "401"),
        row("N-19 401 Digest", asking(401, "WWW-Authenticate", "Digest realm=\"a\""), "401"),
        row("N-19 407", asking(407, "Proxy-Authenticate", "Basic realm=\"a\""), "407"));
  }

  private static Behaviour asking(int status, String header, String scheme) {
    return Answers.status(status).with(header, scheme);
  }

  private static List<Row> coded() {
    return List.of(
        row("Z-01 gzip bomb", coded("gzip", zipped(20 << 20)), "TOO_LARGE"),
        row("Z-02 two codings", coded("gzip, gzip", zipped(1)), "BAD_ENCODING"),
        row(
            "Z-02 two codings in two headers",
            Answers.ok(zipped(1), "a/b")
                .with("Content-Encoding", "gzip")
                .with("Content-Encoding", "gzip"),
            "BAD_ENCODING"),
        row("Z-04 endless file name", endless(gzipHead(8), "x".repeat(8192)), "TOO_LARGE"),
        row("Z-04 endless comment", endless(gzipHead(16), "x".repeat(8192)), "TOO_LARGE"),
        row("Z-05 truncated", coded("gzip", half(zipped(1 << 10))), "TRUNCATED"),
        row("Z-07 plain", coded("gzip", new byte[] {'x'}), "200"),
        row("Z-07 empty", coded("gzip", new byte[0]), "200"),
        row("Z-07 unknown", coded("compress", new byte[] {'x'}), "BAD_ENCODING"),
        row("Z-08 zstd is not offered", coded("zstd", new byte[] {'x'}), "BAD_ENCODING"));
  }

  private static Behaviour coded(String coding, byte[] body) {
    return Answers.ok(body, "text/xml").with("Content-Encoding", coding);
  }

  private static String gzipHead(int flags) {
    return OK + "Content-Encoding: gzip\r\n\r\n\u001f\u008b\b" + (char) flags + "\0\0\0\0\0\0";
  }

  private static byte[] half(byte[] bytes) {
    return Arrays.copyOf(bytes, bytes.length / 2);
  }

  /** So many zeros. */
  private static byte[] zipped(int size) {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      for (int left = size; left > 0; left -= 8192) {
        gzip.write(new byte[Math.min(left, 8192)]);
      }
    } catch (IOException never) {
      throw new UncheckedIOException(never);
    }
    return packed.toByteArray();
  }
}
