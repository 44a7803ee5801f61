package dev.feedwarden.lab;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;

/** Every way for a server to be broken that a poller must survive. */
public final class Mischief {
  private static final String XML = "HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\n";
  private static final String CHUNKED = XML + "Transfer-Encoding: chunked\r\n\r\n";
  private static final int MISSING = 1000;

  private Mischief() {}

  /** Exactly these bytes, then the end of the connection. */
  public static Behaviour raw(byte[] bytes) {
    var copy = bytes.clone();
    return (_, wire) -> wire.sendLast(copy);
  }

  /** Exactly this text, a byte for each character, then the end of the connection. */
  public static Behaviour raw(String latin1) {
    return raw(latin1.getBytes(ISO_8859_1));
  }

  /** Hangs up without a word. */
  public static Behaviour hangUp() {
    return raw("");
  }

  /** Hangs up with a TCP reset, without a word. */
  public static Behaviour reset() {
    return (_, wire) -> wire.reset();
  }

  /** Announces more body than it sends, then hangs up. */
  public static Behaviour truncated(String body) {
    return (_, wire) -> {
      wire.send(XML + "Content-Length: " + (body.getBytes(UTF_8).length + MISSING) + "\r\n\r\n");
      wire.sendLast(body.getBytes(UTF_8));
    };
  }

  /** Sends the body as one whole chunk, then hangs up without the last chunk. */
  public static Behaviour chunkedCut(String body) {
    var bytes = body.getBytes(UTF_8);
    return (_, wire) -> {
      wire.send(CHUNKED + Integer.toHexString(bytes.length) + "\r\n");
      wire.send(bytes);
      wire.sendLast("\r\n".getBytes(ISO_8859_1));
    };
  }

  /** Never answers, until the client hangs up or the upstream closes. */
  public static Behaviour silence() {
    return silenceAfter("");
  }

  /** Sends this much, a head for example, and then nothing more. */
  public static Behaviour silenceAfter(String latin1) {
    return (_, wire) -> {
      wire.send(latin1);
      wire.awaitHangUp();
    };
  }

  /** A proper head, then one byte of body at a time, for ever. */
  public static Behaviour dribble(Duration every) {
    return (_, wire) -> {
      wire.send(XML + "\r\n");
      while (true) {
        wire.send(" ");
        wire.pause(every);
      }
    };
  }

  /** These bytes, head included, one at a time, then the end of the connection. */
  public static Behaviour dribble(String latin1, Duration every) {
    return (_, wire) -> {
      for (var octet : latin1.getBytes(ISO_8859_1)) {
        wire.send(new byte[] {octet});
        wire.pause(every);
      }
    };
  }

  /** A body without length that never ends, as fast as the client takes it. */
  public static Behaviour endless() {
    return endless(XML + "\r\n", " ".repeat(8192));
  }

  /** A chunked body that never ends. */
  public static Behaviour endlessChunked() {
    return endless(CHUNKED, "2000\r\n" + " ".repeat(8192) + "\r\n");
  }

  /** A beginning, then the same again and again: headers, chunks, trailers or interim answers. */
  public static Behaviour endless(String beginning, String again) {
    var bytes = again.getBytes(ISO_8859_1);
    return (_, wire) -> {
      wire.send(beginning);
      while (true) {
        wire.send(bytes);
      }
    };
  }
}
