package dev.feedwarden.app;

import dev.feedwarden.fetch.Vault;
import dev.feedwarden.model.OperatorMistake;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The key that locks credentials: the operator's, or one that is made on first need and kept in the
 * data folder.
 */
final class InstallationKey {
  private static final String FILE = "secret.key";

  private InstallationKey() {}

  static byte[] of(Config config) {
    return of(config.fetch().secretKey(), config.dataDir());
  }

  private static byte[] of(@Nullable Secret given, Path dataDir) {
    if (given != null) {
      return decoded(given.value(), "SECRET_KEY");
    }
    var file = dataDir.resolve(FILE);
    return decoded(KeptSecret.of(file), file.toString());
  }

  private static byte[] decoded(String text, String where) {
    try {
      var key = Base64.getDecoder().decode(text);
      if (key.length == Vault.KEY_BYTES) {
        return key;
      }
    } catch (IllegalArgumentException notBase64) {
      // told below, in the same words
    }
    throw new OperatorMistake(where + ": a key is " + Vault.KEY_BYTES + " bytes in base64.");
  }
}
