package dev.feedwarden.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "feedwarden",
    description = "Polls web feeds, safely and politely.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Settings come from flags (--request-timeout 5s), FEEDWARDEN_* variables,",
      "feedwarden.yaml and defaults, in this order; see 'feedwarden config show'.",
      "",
      "Exit codes: 0 fine (failing feeds are expected), 1 our own failure,",
      "2 usage or configuration, 3 some sources failed (with --fail-on-error)."
    })
final class RootCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli fills it
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Say what to do: demo to see it work, serve or watch to poll for good, ingest to poll once,"
            + " or another command.");
  }
}
