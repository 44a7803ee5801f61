package dev.feedwarden.cli;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * The two streams and who reads them.
 *
 * @param outIsSeen whether stdout is a person's screen
 * @param errIsSeen whether stderr is
 * @param colour whether that person wants colour
 */
public record Terminal(
    PrintStream out, PrintStream err, boolean outIsSeen, boolean errIsSeen, boolean colour) {
  /** Made when the first object is written; most commands never do. */
  private static final class Json {
    static final JsonMapper MAPPER = new JsonMapper();
  }

  /** This process's streams; the launcher says what they are, as Java cannot see it of stderr. */
  public static Terminal ofProcess() {
    var seen = Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    var outIsSeen = property("feedwarden.stdout", seen);
    return new Terminal(
        new Output(new FileOutputStream(FileDescriptor.out)),
        new PrintStream(System.err, true, StandardCharsets.UTF_8),
        outIsSeen,
        property("feedwarden.stderr", seen),
        outIsSeen && wantsColour(System.getenv()));
  }

  private static boolean property(String name, boolean otherwise) {
    var value = System.getProperty(name);
    return value == null ? otherwise : value.equals("terminal");
  }

  // After no-color.org, and a terminal that says that it cannot.
  private static boolean wantsColour(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  /**
   * Whether all output got where it was sent; a reader that had enough, such as head, is no
   * failure.
   */
  boolean outWasWritten() {
    return !(out instanceof Output output) || output.wasWritten();
  }

  /** A line for people. */
  public void say(String line) {
    out.println(Shown.clean(line));
  }

  /** A line that must not mix with output that a program reads. */
  public void remark(String line) {
    err.println(Shown.clean(line));
  }

  /** One JSON object on one line. */
  public void json(Map<String, ?> fields) {
    out.println(Json.MAPPER.writeValueAsString(fields));
  }

  /** A text in a colour, if colours are wanted. */
  public String tint(Tint tint, String text) {
    return colour ? tint.code + text + "\u001b[0m" : text;
  }

  /** The few colours in use. */
  public enum Tint {
    GOOD("\u001b[32m"),
    BAD("\u001b[31m"),
    FAINT("\u001b[2m"),
    STRONG("\u001b[1m");

    private final String code;

    Tint(String code) {
      this.code = code;
    }
  }
}
