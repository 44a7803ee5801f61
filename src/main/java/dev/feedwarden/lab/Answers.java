package dev.feedwarden.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Where well-formed answers start. */
public final class Answers {
  private Answers() {}

  /** 200 with this text in UTF-8. */
  public static Answer ok(String body, String contentType) {
    return ok(body.getBytes(UTF_8), contentType);
  }

  /** 200 with these bytes. */
  public static Answer ok(byte[] body, String contentType) {
    return new Answer(200, body).with("Content-Type", contentType);
  }

  /** A status without a body. */
  public static Answer status(int status) {
    return new Answer(status, new byte[0]);
  }

  /** A status with a word in UTF-8. */
  public static Answer word(int status, String word) {
    return new Answer(status, word.getBytes(UTF_8)).with("Content-Type", "text/plain");
  }

  /** 301, 302, 303, 307 or 308 to another place. */
  public static Answer redirect(int status, String location) {
    return status(status).with("Location", location);
  }
}
