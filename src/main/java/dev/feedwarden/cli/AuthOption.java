package dev.feedwarden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.OperatorMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How a private feed is opened; the secret itself comes from a file or standard input, never from
 * the command line.
 */
final class AuthOption {
  @Option(
      names = "--auth",
      paramLabel = "KIND:NAME",
      description = "For a private feed: basic:USER, header:NAME or query:PARAMETER.")
  private @Nullable String auth;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description = "Where the password, header value or token is; - is standard input.")
  private @Nullable String secretFile;

  /** What was given, or nothing. */
  @Nullable Credentials credentials() {
    if (auth == null && secretFile == null) {
      return null;
    }
    if (auth == null || secretFile == null) {
      throw new OperatorMistake("--auth and --secret-file go together.");
    }
    var colon = auth.indexOf(':');
    var kind = colon < 0 ? auth : auth.substring(0, colon);
    var name = auth.substring(colon + 1);
    return switch (kind) {
      case "basic" -> new Credentials.Basic(printable(name, "user name"), secret());
      case "header" -> new Credentials.Header(headerName(name), secret());
      case "query" -> new Credentials.QueryToken(printable(name, "parameter"), secret());
      default ->
          throw new OperatorMistake(
              "--auth takes basic:USER, header:NAME or query:PARAMETER, not "
                  + Shown.remote(kind)
                  + ".");
    };
  }

  private String secret() {
    try {
      var file = String.valueOf(secretFile);
      var bytes =
          file.equals("-")
              ? System.in.readNBytes(Credentials.LONGEST + 2)
              : Files.readAllBytes(Path.of(file));
      return printable(new String(bytes, UTF_8).strip(), "secret");
    } catch (IOException unreadable) {
      throw new OperatorMistake("--secret-file: the file cannot be read.");
    }
  }

  private static String headerName(String name) {
    if (!Credentials.isHeaderName(name)) {
      throw new OperatorMistake(
          "--auth: "
              + Shown.remote(Shown.cut(name, 80))
              + " is not the name of a header that is free.");
    }
    return name;
  }

  private static String printable(String text, String what) {
    if (!Credentials.isPrintable(text)) {
      throw new OperatorMistake(
          "--auth: the "
              + what
              + " must be 1 to "
              + Credentials.LONGEST
              + " printable characters.");
    }
    return text;
  }
}
