package dev.feedwarden.cli;

import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.poll.Diagnosis;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "poll",
    description = "Look at one feed, as if it were new, and say what comes of it; store nothing.")
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class PollCommand implements Callable<Integer> {
  @Parameters(paramLabel = "URL", description = "The feed's address.")
  private String url;

  @Option(names = "--fail-on-error", description = "End with 3 if the feed failed.")
  private boolean failOnError;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private final Session session;

  PollCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    var feed = Session.url(url);
    var config = session.config();
    try (var fetcher = WayOut.fetcher(config)) {
      var diagnosis = Diagnosis.of(feed, fetcher, WayOut.retries(config), Wiring.policy(config));
      var failed = diagnosis.outcome() instanceof Outcome.Failed;
      // The same words whether the URL or what it resolves to was refused.
      if (diagnosis.outcome() instanceof Outcome.Failed(var error, _, _)
          && error.cause() == Cause.BLOCKED_ADDRESS
          && diagnosis.result().trace().redirects().isEmpty()) {
        throw new OperatorMistake(Refusal.of(feed));
      }
      new DiagnosisReport(diagnosis, feed, Wiring.policy(config)).print(session.terminal(), json);
      return failed && failOnError ? CommandTree.SOME_FAILED : CommandTree.OK;
    }
  }
}
