package dev.feedwarden.feed;

import java.nio.charset.Charset;
import java.util.List;
import org.mozilla.universalchardet.UniversalDetector;

/** The encoding of bytes that say nothing or something wrong about it, by their statistics. */
final class Detection {
  private static final int SAMPLE = 64 * 1_024;
  private static final int FEWEST = 8;

  private Detection() {}

  /** The encodings to try; none where only Latin letters with accents are to be seen. */
  static List<Charset> of(byte[] body) {
    int from = 0;
    while (from < body.length && body[from] >= 0) {
      from++;
    }
    int to = Math.min(body.length, from + SAMPLE);
    if (!isForeignScript(body, from, to)) {
      return List.of();
    }
    var detector = new UniversalDetector();
    detector.handleData(body, from, to - from);
    detector.dataEnd();
    var name = detector.getDetectedCharset();
    return name == null ? List.of() : EncodingLabels.of(name);
  }

  // Accents stand alone between ASCII letters, other scripts stand together; the detector takes
  // the former for Cyrillic or Thai all too easily.
  private static boolean isForeignScript(byte[] body, int from, int to) {
    int high = 0;
    int joined = 0;
    for (int i = from; i < to; i++) {
      if (body[i] < 0) {
        high++;
        joined += i + 1 < to && body[i + 1] < 0 ? 1 : 0;
      }
    }
    return high >= FEWEST && joined * 2 > high;
  }
}
