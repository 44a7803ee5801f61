package dev.feedwarden.api.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;

/** Keys as operators write them: a public key in PEM, or else a secret text. */
public final class KeyText {
  /** The shortest secret: as long as what HS256 makes of it (RFC 7518 section 3.2). */
  public static final int LEAST_BYTES = 32;

  private static final int LEAST_RSA_BITS = 2_048;
  private static final int LEAST_EXPONENT = 65_537;
  private static final Pattern PEM =
      Pattern.compile("-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----\\s*");

  private KeyText() {}

  /** What came of reading a key. */
  public sealed interface Read {
    record Good(TokenKey key) implements Read {}

    /** The reason completes the sentence "the key …". */
    record Bad(String reason) implements Read {}
  }

  public static Read of(String kid, String text) {
    var trimmed = text.strip();
    if (!trimmed.startsWith("-----")) {
      var secret = trimmed.getBytes(UTF_8);
      return secret.length < LEAST_BYTES
          ? new Read.Bad("is shorter than " + LEAST_BYTES + " bytes")
          : new Read.Good(new TokenKey.Shared(kid, secret));
    }
    var pem = PEM.matcher(trimmed);
    return pem.matches() && pem.group(1).equals("PUBLIC KEY")
        ? publicKey(kid, Base64.getMimeDecoder().decode(pem.group(2)))
        : new Read.Bad("is not one public key in PEM (BEGIN PUBLIC KEY)");
  }

  private static Read publicKey(String kid, byte[] encoded) {
    for (var algorithm : new String[] {"RSA", "Ed25519"}) {
      try {
        var key = KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(encoded));
        if (key instanceof RSAPublicKey rsa) {
          return isStrong(rsa)
              ? new Read.Good(new TokenKey.Rsa(kid, rsa))
              : new Read.Bad("is a weak RSA key: 2048 bits and the exponent 65537 at least");
        }
        if (key instanceof EdECPublicKey edwards) {
          return new Read.Good(new TokenKey.Edwards(kid, edwards));
        }
      } catch (GeneralSecurityException another) {
        // perhaps of the next kind
      }
    }
    return new Read.Bad("is neither an RSA nor an Ed25519 public key");
  }

  private static boolean isStrong(RSAPublicKey key) {
    return key.getModulus().bitLength() >= LEAST_RSA_BITS
        && key.getPublicExponent().bitLength() < 64
        && key.getPublicExponent().longValueExact() >= LEAST_EXPONENT
        && key.getPublicExponent().testBit(0);
  }
}
