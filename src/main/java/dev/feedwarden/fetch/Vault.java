package dev.feedwarden.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.model.Credentials;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Locks and unlocks what opens feeds and destinations, with the installation's key (AES-256-GCM).
 */
public final class Vault {
  /** How long a key is. */
  public static final int KEY_BYTES = 32;

  private static final String VERSION = "v1:";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKey key;

  public Vault(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException("a key has " + KEY_BYTES + " bytes");
    }
    this.key = new SecretKeySpec(key, "AES");
  }

  /** A key that nobody has yet. */
  public static byte[] newKey() {
    var bytes = new byte[KEY_BYTES];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** Makes credentials unreadable; the same ones twice give different texts. */
  public Credentials.Encrypted lock(Credentials credentials) {
    return new Credentials.Encrypted(seal(text(credentials)));
  }

  /** Makes a text unreadable. */
  public String seal(String text) {
    var nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    try {
      var locked = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(text.getBytes(UTF_8));
      var whole = Arrays.copyOf(nonce, nonce.length + locked.length);
      System.arraycopy(locked, 0, whole, nonce.length, locked.length);
      return VERSION + Base64.getEncoder().encodeToString(whole);
    } catch (GeneralSecurityException noAes) {
      throw new IllegalStateException(noAes);
    }
  }

  /**
   * Makes credentials readable again; nothing if they were locked with another key or tampered
   * with.
   */
  public Optional<Credentials> unlock(Credentials.Encrypted locked) {
    return open(locked.text()).flatMap(Vault::credentials);
  }

  /** Makes a text readable again; nothing if it was sealed with another key or tampered with. */
  public Optional<String> open(String sealed) {
    if (!sealed.startsWith(VERSION)) {
      return Optional.empty();
    }
    try {
      var whole = Base64.getDecoder().decode(sealed.substring(VERSION.length()));
      var nonce = Arrays.copyOf(whole, NONCE_BYTES);
      var plain =
          cipher(Cipher.DECRYPT_MODE, nonce)
              .doFinal(whole, NONCE_BYTES, whole.length - NONCE_BYTES);
      return Optional.of(new String(plain, UTF_8));
    } catch (GeneralSecurityException | IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    return cipher;
  }

  // Neither names nor values may hold control characters, so that a line break can stand between
  // them.
  private static String text(Credentials credentials) {
    return switch (credentials) {
      case Credentials.Basic(var user, var password) -> "basic\n" + user + "\n" + password;
      case Credentials.Header(var name, var value) -> "header\n" + name + "\n" + value;
      case Credentials.QueryToken(var name, var value) -> "query\n" + name + "\n" + value;
    };
  }

  private static Optional<Credentials> credentials(String text) {
    var parts = text.split("\n", 3);
    if (parts.length < 3) {
      return Optional.empty();
    }
    return switch (parts[0]) {
      case "basic" -> Optional.of(new Credentials.Basic(parts[1], parts[2]));
      case "header" -> Optional.of(new Credentials.Header(parts[1], parts[2]));
      case "query" -> Optional.of(new Credentials.QueryToken(parts[1], parts[2]));
      default -> Optional.empty();
    };
  }
}
