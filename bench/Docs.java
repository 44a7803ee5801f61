import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;

/** Puts what was measured where people read it, between two markers that name it. */
final class Docs {
  private Docs() {}

  static void put(Path page, String name, String text) throws IOException {
    var begin = "<!-- " + name + ": begin -->";
    var end = "<!-- " + name + ": end -->";
    var old = Files.readString(page);
    var from = old.indexOf(begin);
    var to = old.indexOf(end);
    if (from < 0 || to < from) {
      throw new IOException(page + " has no place for " + name + ": it needs the lines " + begin + " and " + end);
    }
    Files.writeString(page, old.substring(0, from) + begin + "\n" + text.strip() + "\n" + old.substring(to));
  }

  /** Under which circumstances something was measured. */
  static String circumstances(Path root, String command) throws IOException, InterruptedException {
    var git = new ProcessBuilder("git", "describe", "--always", "--dirty").directory(root.toFile()).start();
    var commit = new String(git.getInputStream().readAllBytes()).strip();
    git.waitFor();
    return "Measured with `%s` at commit %s on %s: %s.".formatted(command, commit.isEmpty() ? "unknown" : commit, LocalDate.now(), Machine.described());
  }
}
