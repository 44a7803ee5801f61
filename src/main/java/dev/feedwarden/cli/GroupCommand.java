package dev.feedwarden.cli;

import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only holds others. */
@Command
abstract class GroupCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli fills it
  private CommandSpec spec;

  @Override
  public final void run() {
    var names = spec.subcommands().keySet().stream().collect(Collectors.joining(", "));
    throw new ParameterException(spec.commandLine(), "Say what to do: " + names + ".");
  }
}
