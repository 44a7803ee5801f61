package dev.feedwarden.cli;

import dev.feedwarden.app.Config;
import dev.feedwarden.cli.Finding.Bad;
import dev.feedwarden.cli.Finding.Doubtful;
import dev.feedwarden.cli.Finding.Good;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;

/** Whether there is room for what will be kept, and whether others can read it. */
final class DiskCheck {
  private static final long MEGABYTE = 1 << 20;
  private static final long LEAST = 200 * MEGABYTE;
  private static final long COMFORTABLE = 2_000 * MEGABYTE;
  private static final List<String> PRIVATE = List.of("feedwarden.db", "jwt.key", "secret.key");

  private DiskCheck() {}

  static List<Finding> of(Config config) {
    var folder = config.dataDir();
    if (!Files.isDirectory(folder)) {
      return List.of(new Doubtful("disk", folder + " does not exist yet"));
    }
    var findings = new ArrayList<Finding>();
    findings.add(room(folder));
    for (var name : PRIVATE) {
      var file = folder.resolve(name);
      if (Files.exists(file) && isOpen(file)) {
        findings.add(
            new Doubtful(
                "file mode", file + " can be read by every user of this machine: chmod 600"));
      }
    }
    return findings;
  }

  private static Finding room(Path folder) {
    try {
      var free = Files.getFileStore(folder).getUsableSpace();
      var words = free / MEGABYTE + " MB are free where " + folder + " is";
      if (free < LEAST) {
        return new Bad("disk", words + ": make room, or nothing more can be stored soon");
      }
      return free < COMFORTABLE
          ? new Doubtful("disk", words + ": make room in time")
          : new Good("disk", words);
    } catch (IOException unknown) {
      return new Doubtful("disk", "nobody can say how much is free where " + folder + " is");
    }
  }

  private static boolean isOpen(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }
}
