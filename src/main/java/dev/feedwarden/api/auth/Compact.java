package dev.feedwarden.api.auth;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.nimbusds.jose.util.Base64URL;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A token taken apart, of which nothing has been believed or even read yet.
 *
 * @param signed what the signature is about
 */
@SuppressWarnings("ArrayRecordComponent") // read once, never compared
record Compact(byte[] header, byte[] payload, byte[] signed, Base64URL signature) {
  private static final int LONGEST = 8_192;
  private static final Pattern SHAPE =
      Pattern.compile("([A-Za-z0-9_-]{2,})\\.([A-Za-z0-9_-]{2,})\\.([A-Za-z0-9_-]{2,})");

  static Optional<Compact> of(String token) {
    if (token.length() > LONGEST) {
      return Optional.empty();
    }
    var shape = SHAPE.matcher(token);
    return shape.matches()
        ? Optional.of(
            new Compact(
                new Base64URL(shape.group(1)).decode(),
                new Base64URL(shape.group(2)).decode(),
                token.substring(0, shape.end(2)).getBytes(US_ASCII),
                new Base64URL(shape.group(3))))
        : Optional.empty();
  }

  /** The same for every spelling of one token: of what is signed there is only one. */
  String fingerprint() {
    return "sha256:" + Fingerprint.of(signed);
  }
}
