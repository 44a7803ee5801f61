package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_32BE;
import static java.nio.charset.StandardCharsets.UTF_32LE;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An encoding that the first bytes give away, whatever a label says: one of more than a byte to a
 * letter, or EBCDIC (XML 1.0, appendix F).
 *
 * @param mark how many bytes the byte order mark takes
 */
record WideBytes(Charset charset, int mark) {
  private static final int EBCDIC_XML = 0x4C6FA794; // "<?xm"

  static @Nullable WideBytes of(byte[] body) {
    var four = body.length < 4 ? 0x20202020 : number(body);
    return switch (four) {
      case 0xFFFE0000 -> new WideBytes(UTF_32LE, 4);
      case 0x0000FEFF -> new WideBytes(UTF_32BE, 4);
      case EBCDIC_XML -> ebcdic();
      default -> {
        if (body.length >= 2 && body[0] == (byte) 0xFF && body[1] == (byte) 0xFE) {
          yield new WideBytes(UTF_16LE, 2);
        }
        if (body.length >= 2 && body[0] == (byte) 0xFE && body[1] == (byte) 0xFF) {
          yield new WideBytes(UTF_16BE, 2);
        }
        yield unmarked(four);
      }
    };
  }

  // The zeros beside the first two letters, which are ASCII in every document of ours.
  private static @Nullable WideBytes unmarked(int four) {
    var zeros = 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
      zeros = zeros * 2 + (((four >>> shift) & 0xFF) == 0 ? 1 : 0);
    }
    return switch (zeros) {
      case 0b0111 -> new WideBytes(UTF_32LE, 0);
      case 0b1110 -> new WideBytes(UTF_32BE, 0);
      case 0b0101 -> new WideBytes(UTF_16LE, 0);
      case 0b1010 -> new WideBytes(UTF_16BE, 0);
      default -> null;
    };
  }

  // The variants differ in signs that markup hardly uses.
  private static @Nullable WideBytes ebcdic() {
    var found = EncodingLabels.supported(List.of("IBM1047", "IBM037"));
    return found.isEmpty() ? null : new WideBytes(found.getFirst(), 0);
  }

  private static int number(byte[] body) {
    return ByteBuffer.wrap(body).getInt();
  }
}
