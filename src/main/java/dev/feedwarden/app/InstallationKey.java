package dev.feedwarden.app;

import dev.feedwarden.fetch.Vault;
import dev.feedwarden.model.OperatorMistake;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The key that locks credentials: the operator's, or one that is made on first need and kept in the
 * data folder.
 */
final class InstallationKey {
  private static final String FILE = "secret.key";
  private static final Set<PosixFilePermission> OWNERS_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private InstallationKey() {}

  static byte[] of(Config config) {
    return of(config.fetch().secretKey(), config.dataDir());
  }

  private static byte[] of(@Nullable Secret given, Path dataDir) {
    if (given != null) {
      return decoded(given.value(), "SECRET_KEY");
    }
    var file = dataDir.resolve(FILE);
    try {
      if (!Files.exists(file)) {
        make(file);
      }
      if (!OWNERS_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
        throw new OperatorMistake(
            "The key " + file + " can be read by others; change its mode to 600.");
      }
      return decoded(Files.readString(file).strip(), file.toString());
    } catch (IOException refused) {
      throw new OperatorMistake("The key " + file + " can be neither read nor made.");
    }
  }

  // Written aside and linked into place, so that of two processes at once both see one whole key.
  private static void make(Path file) throws IOException {
    var aside =
        Files.createTempFile(
            file.getParent(), FILE, ".new", PosixFilePermissions.asFileAttribute(OWNERS_ONLY));
    try {
      Files.writeString(aside, Base64.getEncoder().encodeToString(Vault.newKey()) + "\n");
      Files.createLink(file, aside);
    } catch (FileAlreadyExistsException anotherWasFaster) {
      return;
    } finally {
      Files.delete(aside);
    }
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
