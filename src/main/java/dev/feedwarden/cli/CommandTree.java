package dev.feedwarden.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.app.Configuration;
import dev.feedwarden.model.OperatorMistake;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/**
 * All commands, with the settings as flags of each; the one place where mistakes and faults become
 * exit codes.
 */
public final class CommandTree {
  /** The exit codes that scripts may rely on. */
  static final int OK = 0;

  static final int OUR_FAULT = 1;
  static final int USAGE = 2;
  static final int SOME_FAILED = 3;

  private final Terminal terminal;
  private final CommandLine commands;

  public CommandTree(Terminal terminal, Configuration configuration) {
    this.terminal = terminal;
    var session = new Session(terminal, configuration);
    this.commands =
        new CommandLine(new RootCommand())
            .addSubcommand(new IngestCommand(session))
            .addSubcommand(new ServeCommand(session))
            .addSubcommand(new WatchCommand(session))
            .addSubcommand(new PollCommand(session))
            .addSubcommand(new ParseCommand(session))
            .addSubcommand(new DiscoverCommand(session))
            .addSubcommand(
                new CommandLine(new SourcesCommand())
                    .addSubcommand(new AddCommand(session))
                    .addSubcommand(new ListCommand(session))
                    .addSubcommand(new ShowCommand(session))
                    .addSubcommand(new SetCommand(session))
                    .addSubcommand(new EnableCommand(session))
                    .addSubcommand(new DisableCommand(session))
                    .addSubcommand(new PollNowCommand(session))
                    .addSubcommand(new MovesCommand(session))
                    .addSubcommand(new FollowMoveCommand(session))
                    .addSubcommand(new UndoMoveCommand(session))
                    .addSubcommand(new RemoveCommand(session))
                    .addSubcommand(new ImportCommand(session))
                    .addSubcommand(new ExportCommand(session)))
            .addSubcommand(
                new CommandLine(new ArticlesCommand(session))
                    .addSubcommand(new ArticleListCommand(session))
                    .addSubcommand(new ArticleShowCommand(session)))
            .addSubcommand(new ExplainCommand(session))
            .addSubcommand(new HostsCommand(session))
            .addSubcommand(new CourtesyCommand(session))
            .addSubcommand(new IncidentsCommand(session))
            .addSubcommand(
                new CommandLine(new RepairCommand())
                    .addSubcommand(new RepairListCommand(session))
                    .addSubcommand(new RepairDecisionCommand.Accept(session))
                    .addSubcommand(new RepairDecisionCommand.Reject(session))
                    .addSubcommand(new RepairDecisionCommand.Undo(session))
                    .addSubcommand(new RepairSearchCommand(session)))
            .addSubcommand(
                new CommandLine(new DeliverCommand())
                    .addSubcommand(new DeliverListCommand(session))
                    .addSubcommand(new DeliverTestCommand(session))
                    .addSubcommand(new DeliverReplayCommand(session)))
            .addSubcommand(
                new CommandLine(new PolicyCommand())
                    .addSubcommand(new PolicyShowCommand(session))
                    .addSubcommand(new PolicyCheckCommand(session)))
            .addSubcommand(
                new CommandLine(new ConfigCommand())
                    .addSubcommand(new ConfigShowCommand(session))
                    .addSubcommand(new ConfigCheckCommand(session)))
            .addSubcommand(new DoctorCommand(session))
            .addSubcommand(new MigrateCommand(session))
            .addSubcommand(
                new CommandLine(new TokenCommand(session))
                    .addSubcommand(new RevokeCommand(session)))
            .addSubcommand(new LabCommand(session))
            .addSubcommand(new DemoCommand(session));
    commands.getCommandSpec().version("feedwarden " + configuration.version());
    addHelp(commands);
    commands.setCaseInsensitiveEnumValuesAllowed(true);
    addSettings(configuration);
    commands.setOut(new PrintWriter(terminal.out(), true, UTF_8));
    commands.setErr(new PrintWriter(terminal.err(), true, UTF_8));
    commands.setParameterExceptionHandler((mistake, _) -> usage(mistake));
    commands.setExecutionExceptionHandler((failure, _, _) -> failed(failure));
  }

  /** Runs what was typed. */
  public int run(String... args) {
    var code = commands.execute(args);
    if (!terminal.outWasWritten()) {
      terminal.remark("feedwarden: the output could not be written.");
      return OUR_FAULT;
    }
    return code;
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

  private void addSettings(Configuration configuration) {
    var spec = commands.getCommandSpec();
    spec.addOption(
        inherited("--config", "FILE", "Read the settings from this file.", false)
            .setter(setter(file -> configuration.file(Path.of(file))))
            .build());
    Configuration.flags()
        .forEach(
            flag ->
                spec.addOption(
                    inherited(flag.flag(), "VALUE", flag.meaning(), true)
                        .setter(setter(value -> configuration.flag(flag.flag(), value)))
                        .build()));
  }

  private static OptionSpec.Builder inherited(
      String name, String label, String meaning, boolean hidden) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .description(meaning)
        .type(String.class)
        .arity("1")
        .hidden(hidden)
        .scopeType(ScopeType.INHERIT);
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
    terminal.remark("feedwarden: " + firstLine(mistake));
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

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage())
        .lines()
        .findFirst()
        .orElse("bad usage")
        .replaceFirst("is not an? (int|long)$", "is not a whole number");
  }
}
