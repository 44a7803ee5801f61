package dev.feedwarden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.feed.FeedReader;
import dev.feedwarden.model.Budget;
import dev.feedwarden.model.OperatorMistake;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "parse",
    description =
        "Read feeds from files and print each as one line of JSON; fetch and store nothing.")
final class ParseCommand implements Callable<Integer> {
  private static final int LARGEST = (32 << 20) + 1; // one more than the reader takes

  @Parameters(paramLabel = "FILE", arity = "0..*", description = "Files, or - for standard input.")
  private List<String> files = List.of();

  @Option(
      names = "--base",
      paramLabel = "URL",
      description = {
        "Where the documents came from, for relative links;",
        "with --inputs the folder of the files."
      })
  private @Nullable String base;

  @Option(
      names = "--content-type",
      paramLabel = "TYPE",
      description = "The header that they came with.")
  private @Nullable String contentType;

  @Option(
      names = "--inputs",
      paramLabel = "FILE",
      description = "A JSON line for each document: file, base_url, headers.")
  private @Nullable String inputs;

  private final Session session;
  private int read;
  private int unread;
  private int faults;

  ParseCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    if ((inputs == null) == files.isEmpty()) {
      throw new OperatorMistake(
          inputs == null
              ? "Name files to parse, or a list of them with --inputs."
              : "Name files to parse or a list of them with --inputs, not both.");
    }
    if (inputs == null) {
      named();
    } else {
      listed(inputs);
    }
    if (faults > 0) {
      return CommandTree.OUR_FAULT;
    }
    return read == 0 && unread > 0 ? CommandTree.USAGE : CommandTree.OK;
  }

  private void named() {
    var whence = new Whence(base == null ? null : Session.url(base));
    for (var file : files) {
      parse(new ParseInput(file, contentType, whence), null);
    }
  }

  private void listed(String list) {
    if (contentType != null) {
      throw new OperatorMistake("With --inputs each line has its own headers: no --content-type.");
    }
    var folder = path(base == null ? "" : base);
    if (folder == null || !Files.isDirectory(folder.resolve("."))) {
      throw new OperatorMistake(
          "With --inputs, --base is the folder of the files: " + base + " is none.");
    }
    try (var lines = lines(list)) {
      var number = 0;
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (line.isBlank()) {
          continue;
        }
        var input = ParseInput.ofLine(line);
        if (input == null) {
          print(
              ParsedFeed.failure(
                  "", "Line " + number + " of " + list + " is no JSON that names a file."));
          unread++;
        } else {
          parse(input, folder);
        }
      }
    } catch (NoSuchFileException missing) {
      throw new OperatorMistake("The file " + list + " does not exist.");
    } catch (IOException unreadable) {
      throw new OperatorMistake("The file " + list + " cannot be read.");
    }
  }

  private static BufferedReader lines(String list) throws IOException {
    var path = path(list);
    if (path == null) {
      throw new NoSuchFileException(list);
    }
    return new BufferedReader(new InputStreamReader(Files.newInputStream(path), UTF_8));
  }

  private static @Nullable Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException impossible) {
      return null;
    }
  }

  // The edge of one document: whatever is wrong with it, or with us, the next one gets its turn.
  private void parse(ParseInput input, @Nullable Path folder) {
    var file = input.file();
    try {
      var body = bytes(file, folder);
      read++;
      var reading =
          FeedReader.read(body, input.contentType(), input.whence().base(), Budget.UNLIMITED);
      print(ParsedFeed.line(file, reading, input.whence()));
    } catch (NoSuchFileException missing) {
      unread++;
      print(ParsedFeed.failure(file, "The file " + file + " does not exist."));
    } catch (IOException unreadable) {
      unread++;
      print(ParsedFeed.failure(file, "The file " + file + " cannot be read."));
    } catch (RuntimeException | StackOverflowError fault) {
      faults++;
      LoggerFactory.getLogger(ParseCommand.class).error("parsing {} failed", file, fault);
      print(ParsedFeed.failure(file, "This is a fault of Feedwarden's own."));
    }
  }

  private static byte[] bytes(String file, @Nullable Path folder) throws IOException {
    if (file.equals("-") && folder == null) {
      return System.in.readNBytes(LARGEST);
    }
    var path = path(file);
    if (path == null) {
      throw new NoSuchFileException(file);
    }
    try (var in = Files.newInputStream(folder == null ? path : folder.resolve(path))) {
      return in.readNBytes(LARGEST);
    }
  }

  private void print(byte[] line) {
    session.terminal().out().write(line, 0, line.length);
  }
}
