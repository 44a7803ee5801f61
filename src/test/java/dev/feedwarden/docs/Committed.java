package dev.feedwarden.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Pages of the reference, which are made from the code and kept beside it. */
public final class Committed {
  private static final boolean WRITES = Boolean.getBoolean("reference.write");

  private Committed() {}

  /** The page is what the code says; {@code tools/reference} has it written. */
  public static void is(String page, String text) throws IOException {
    var file = Path.of("docs", "reference", page);
    if (WRITES) {
      Files.writeString(file, text);
    }
    assertThat(Files.exists(file) ? Files.readString(file) : "")
        .as("%s is not what the code says; tools/reference writes it anew", file)
        .isEqualTo(text);
  }

  /** A text within a cell of a table. */
  public static String cell(String text) {
    return text.replace("|", "\\|").replace("<", "\\<");
  }

  /** The same as code, or nothing. */
  public static String code(String text) {
    return text.isEmpty() ? "" : "`" + text.replace("|", "\\|") + "`";
  }
}
