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

/** A secret of this installation: made on first need, kept in a file that only its owner reads. */
final class KeptSecret {
  private static final Set<PosixFilePermission> OWNERS_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private KeptSecret() {}

  static String of(Path file) {
    try {
      if (!Files.exists(file)) {
        make(file);
      }
      if (!OWNERS_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
        throw new OperatorMistake(
            "The key " + file + " can be read by others; change its mode to 600.");
      }
      return Files.readString(file).strip();
    } catch (IOException refused) {
      throw new OperatorMistake("The key " + file + " can be neither read nor made.");
    }
  }

  // Written aside and linked into place, so that of two processes at once both see one whole key.
  private static void make(Path file) throws IOException {
    var aside =
        Files.createTempFile(
            file.getParent(),
            file.getFileName().toString(),
            ".new",
            PosixFilePermissions.asFileAttribute(OWNERS_ONLY));
    try {
      Files.writeString(aside, Base64.getEncoder().encodeToString(Vault.newKey()) + "\n");
      Files.createLink(file, aside);
    } catch (FileAlreadyExistsException anotherWasFaster) {
      return;
    } finally {
      Files.delete(aside);
    }
  }
}
