package dev.feedwarden.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    description = {
      "Print what makes a shell complete commands and options.",
      "bash, zsh: source <(feedwarden completion bash); fish: feedwarden completion fish | source"
    })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class CompletionCommand implements Callable<Integer> {
  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell;

  private final Session session;

  CompletionCommand(Session session) {
    this.session = session;
  }

  /** The shells that there is a script for; what is for bash works in zsh too. */
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  @Override
  public Integer call() {
    var all = CommandTree.whole(session);
    session
        .terminal()
        .out()
        .print(
            switch (shell) {
              case BASH, ZSH -> AutoComplete.bash(all.getCommandName(), all);
              case FISH -> FishCompletion.of(all);
            });
    return CommandTree.OK;
  }
}
