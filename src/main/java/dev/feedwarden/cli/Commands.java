package dev.feedwarden.cli;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The table of commands. Of one that was not typed only its name and meaning are read: to find out
 * what all of them accept takes longer than most of them run.
 */
record Commands(Class<?> type, Function<Session, ?> command, List<Commands> below) {
  static final Commands ALL =
      group(
          RootCommand.class,
          _ -> new RootCommand(),
          leaf(IngestCommand.class, IngestCommand::new),
          leaf(ServeCommand.class, ServeCommand::new),
          leaf(WatchCommand.class, WatchCommand::new),
          leaf(PollCommand.class, PollCommand::new),
          leaf(ParseCommand.class, ParseCommand::new),
          leaf(DiscoverCommand.class, DiscoverCommand::new),
          group(
              SourcesCommand.class,
              _ -> new SourcesCommand(),
              leaf(AddCommand.class, AddCommand::new),
              leaf(ListCommand.class, ListCommand::new),
              leaf(ShowCommand.class, ShowCommand::new),
              leaf(SetCommand.class, SetCommand::new),
              leaf(EnableCommand.class, EnableCommand::new),
              leaf(DisableCommand.class, DisableCommand::new),
              leaf(PollNowCommand.class, PollNowCommand::new),
              leaf(MovesCommand.class, MovesCommand::new),
              leaf(FollowMoveCommand.class, FollowMoveCommand::new),
              leaf(UndoMoveCommand.class, UndoMoveCommand::new),
              leaf(RemoveCommand.class, RemoveCommand::new),
              leaf(ImportCommand.class, ImportCommand::new),
              leaf(ExportCommand.class, ExportCommand::new)),
          group(
              ArticlesCommand.class,
              ArticlesCommand::new,
              leaf(ArticleListCommand.class, ArticleListCommand::new),
              leaf(ArticleShowCommand.class, ArticleShowCommand::new)),
          group(
              PagesCommand.class,
              _ -> new PagesCommand(),
              leaf(PageListCommand.class, PageListCommand::new),
              leaf(PageStatsCommand.class, PageStatsCommand::new),
              leaf(PageShowCommand.class, PageShowCommand::new),
              leaf(PageSubmitCommand.class, PageSubmitCommand::new),
              leaf(PageRetryCommand.class, PageRetryCommand::new),
              leaf(PageDeleteCommand.class, PageDeleteCommand::new)),
          leaf(ExplainCommand.class, ExplainCommand::new),
          leaf(HostsCommand.class, HostsCommand::new),
          leaf(CourtesyCommand.class, CourtesyCommand::new),
          leaf(IncidentsCommand.class, IncidentsCommand::new),
          group(
              RepairCommand.class,
              _ -> new RepairCommand(),
              leaf(RepairListCommand.class, RepairListCommand::new),
              leaf(RepairDecisionCommand.Accept.class, RepairDecisionCommand.Accept::new),
              leaf(RepairDecisionCommand.Reject.class, RepairDecisionCommand.Reject::new),
              leaf(RepairDecisionCommand.Undo.class, RepairDecisionCommand.Undo::new),
              leaf(RepairSearchCommand.class, RepairSearchCommand::new)),
          group(
              DeliverCommand.class,
              _ -> new DeliverCommand(),
              leaf(DeliverListCommand.class, DeliverListCommand::new),
              leaf(DeliverTestCommand.class, DeliverTestCommand::new),
              leaf(DeliverReplayCommand.class, DeliverReplayCommand::new)),
          group(
              PolicyCommand.class,
              _ -> new PolicyCommand(),
              leaf(PolicyShowCommand.class, PolicyShowCommand::new),
              leaf(PolicyCheckCommand.class, PolicyCheckCommand::new)),
          group(
              ConfigCommand.class,
              _ -> new ConfigCommand(),
              leaf(ConfigShowCommand.class, ConfigShowCommand::new),
              leaf(ConfigCheckCommand.class, ConfigCheckCommand::new)),
          leaf(DoctorCommand.class, DoctorCommand::new),
          leaf(ManualCommand.class, ManualCommand::new),
          leaf(BackupCommand.class, BackupCommand::new),
          leaf(RestoreCommand.class, RestoreCommand::new),
          leaf(MigrateCommand.class, MigrateCommand::new),
          group(
              TokenCommand.class, TokenCommand::new, leaf(RevokeCommand.class, RevokeCommand::new)),
          leaf(LabCommand.class, LabCommand::new),
          leaf(CompletionCommand.class, CompletionCommand::new),
          leaf(DemoCommand.class, DemoCommand::new),
          leaf(RehearseCommand.class, RehearseCommand::new));

  private static <T> Commands leaf(Class<T> type, Function<Session, T> command) {
    return new Commands(type, command, List.of());
  }

  private static <T> Commands group(
      Class<T> type, Function<Session, T> command, Commands... below) {
    return new Commands(type, command, List.of(below));
  }

  /** This command and those below it. */
  CommandLine made(Session session, Predicate<String> typed) {
    var made = new CommandLine(command.apply(session));
    for (var one : below) {
      made.addSubcommand(typed.test(one.said().name()) ? one.made(session, typed) : one.outline());
    }
    return made;
  }

  private Command said() {
    return requireNonNull(type.getAnnotation(Command.class));
  }

  private CommandLine outline() {
    var said = said();
    var spec = CommandSpec.create().name(said.name());
    spec.usageMessage().description(said.description()).hidden(said.hidden());
    return new CommandLine(spec);
  }
}
