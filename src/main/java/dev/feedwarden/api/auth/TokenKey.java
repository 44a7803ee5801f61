package dev.feedwarden.api.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.util.Base64URL;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;

/** A key that tokens are checked with; the algorithm is the key's, whatever a token says. */
public sealed interface TokenKey {
  /** The key's name, in the header of its tokens. */
  String kid();

  /** The one algorithm that it is for, as a header names it. */
  String algorithm();

  boolean verifies(byte[] signed, Base64URL signature);

  /** A secret that both sides know; the only kind that can also sign. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never shown
  record Shared(String kid, byte[] secret) implements TokenKey {
    public Shared {
      secret = secret.clone();
    }

    @Override
    public byte[] secret() {
      return secret.clone();
    }

    @Override
    public String algorithm() {
      return JWSAlgorithm.HS256.getName();
    }

    @Override
    public boolean verifies(byte[] signed, Base64URL signature) {
      try {
        return TokenKey.verified(
            new MACVerifier(secret), new JWSHeader(JWSAlgorithm.HS256), signed, signature);
      } catch (JOSEException tooShort) {
        throw new IllegalStateException("a key that was accepted is too short", tooShort);
      }
    }

    @Override
    public String toString() {
      return "Shared[" + kid + ", ***]";
    }
  }

  record Rsa(String kid, RSAPublicKey key) implements TokenKey {
    @Override
    public String algorithm() {
      return JWSAlgorithm.RS256.getName();
    }

    @Override
    public boolean verifies(byte[] signed, Base64URL signature) {
      return TokenKey.verified(
          new RSASSAVerifier(key), new JWSHeader(JWSAlgorithm.RS256), signed, signature);
    }
  }

  /** Ed25519, by the JDK: the library would want another one for it. */
  record Edwards(String kid, EdECPublicKey key) implements TokenKey {
    @Override
    public String algorithm() {
      return JWSAlgorithm.EdDSA.getName();
    }

    @Override
    public boolean verifies(byte[] signed, Base64URL signature) {
      try {
        var verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(key);
        verifier.update(signed);
        return verifier.verify(signature.decode());
      } catch (GeneralSecurityException notASignature) {
        return false;
      }
    }
  }

  private static boolean verified(
      JWSVerifier verifier, JWSHeader header, byte[] signed, Base64URL signature) {
    try {
      return verifier.verify(header, signed, signature);
    } catch (JOSEException notASignature) {
      return false;
    }
  }
}
