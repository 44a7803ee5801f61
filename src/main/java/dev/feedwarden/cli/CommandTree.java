package dev.feedwarden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.app.Configuration;
import dev.feedwarden.app.Logging;
import dev.feedwarden.model.OperatorMistake;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs commands, with the settings as flags of each; the one place where mistakes and faults become
 * exit codes.
 */
public final class CommandTree {
  /** The exit codes that scripts may rely on. */
  static final int OK = 0;

  static final int OUR_FAULT = 1;
  static final int USAGE = 2;
  static final int SOME_FAILED = 3;

  private final Terminal terminal;
  private final Configuration configuration;

  public CommandTree(Terminal terminal, Configuration configuration) {
    this.terminal = terminal;
    this.configuration = configuration;
  }

  /** Runs what was typed. */
  public int run(String... args) {
    var words = new HashSet<>(List.of(args));
    var commands = Commands.ALL.made(new Session(terminal, configuration), words::contains);
    commands.getCommandSpec().version("feedwarden " + configuration.version());
    addHelp(commands);
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    addSettings(commands, words);
    commands.setExpandAtFiles(false); // what is typed is all that is meant
    commands.setOut(new PrintWriter(terminal.out(), true, UTF_8));
    commands.setErr(new PrintWriter(terminal.err(), true, UTF_8));
    commands.setParameterExceptionHandler((mistake, _) -> usage(mistake));
    commands.setExecutionStrategy(CommandTree::execute);
    commands.setExecutionExceptionHandler((failure, _, _) -> failed(failure));
    var code = commands.execute(args);
    if (!terminal.outWasWritten()) {
      terminal.remark("feedwarden: the output could not be written.");
      return OUR_FAULT;
    }
    return code;
  }

  /** All commands that are shown to people, with all that they accept. */
  static CommandLine whole(Session session) {
    var commands = Commands.ALL.made(session, _ -> true);
    addHelp(commands);
    for (var command : List.copyOf(commands.getSubcommands().values())) {
      if (command.getCommandSpec().usageMessage().hidden()) {
        commands.getCommandSpec().removeSubcommand(command.getCommandName());
      }
    }
    return commands;
  }

  // To open the log takes longer than to print a help text.
  private static int execute(ParseResult typed) {
    var shown = CommandLine.executeHelpRequest(typed);
    if (shown != null) {
      return shown;
    }
    Logging.quiet();
    return new RunLast().execute(typed);
  }

  private static void addHelp(CommandLine command) {
    for (var below : command.getSubcommands().values()) {
      below
          .getCommandSpec()
          .addOption(
              OptionSpec.builder("-h", "--help")
                  .usageHelp(true)
                  .description("Show this help message and exit.")
                  .build());
      addHelp(below);
    }
  }

  // Only where the words lead: a hundred settings at each of sixty commands take half a second.
  private void addSettings(CommandLine command, Set<String> words) {
    var spec = command.getCommandSpec();
    spec.addOption(
        option("--config", "FILE", "Read the settings from this file.", false)
            .setter(setter(file -> configuration.file(Path.of(file))))
            .build());
    Configuration.flags()
        .forEach(
            flag ->
                spec.addOption(
                    option(flag.flag(), "VALUE", flag.meaning(), true)
                        .setter(setter(value -> configuration.flag(flag.flag(), value)))
                        .build()));
    command.getSubcommands().values().stream()
        .filter(below -> words.contains(below.getCommandName()))
        .forEach(below -> addSettings(below, words));
  }

  private static OptionSpec.Builder option(
      String name, String label, String meaning, boolean hidden) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .description(meaning)
        .type(String.class)
        .arity("1")
        .hidden(hidden);
  }

  private static ISetter setter(Consumer<String> consumer) {
    return new ISetter() {
      @Override
      @SuppressWarnings("TypeParameterUnusedInFormals") // picocli's signature
      public <T> T set(T value) {
        if (value instanceof String text) {
          consumer.accept(text);
        }
        return value;
      }
    };
  }

  private int usage(ParameterException mistake) {
    terminal.remark("feedwarden: " + said(mistake));
    terminal.remark(
        "Try '" + mistake.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return USAGE;
  }

  private int failed(Exception failure) {
    if (failure instanceof OperatorMistake mistake) {
      mistake.sentences().forEach(line -> terminal.remark("feedwarden: " + line));
      return USAGE;
    }
    LoggerFactory.getLogger(CommandTree.class).error("command failed", failure);
    terminal.remark(
        "feedwarden: this is a fault of Feedwarden's own ("
            + failure.getClass().getSimpleName()
            + ").");
    return OUR_FAULT;
  }

  private static String said(ParameterException mistake) {
    if (mistake instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()
        && !mistake.getCommandLine().getSubcommands().isEmpty()) {
      return "There is no command '"
          + unmatched.getUnmatched().getFirst()
          + "'"
          + unmatched.getSuggestions().stream()
              .findFirst()
              .map(name -> "; did you mean " + name + "?")
              .orElse(".");
    }
    return firstLine(mistake);
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage())
        .lines()
        .findFirst()
        .orElse("bad usage")
        .replaceFirst("is not an? (int|long)$", "is not a whole number");
  }
}
