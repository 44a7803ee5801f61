package dev.feedwarden.cli;

import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.api.auth.Tokens;
import dev.feedwarden.app.Faces;
import dev.feedwarden.model.Durations;
import dev.feedwarden.model.OperatorMistake;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "token",
    description = {
      "Make a token for the API and print it.",
      "It is good until it ends, is called back, or the key that signed it is taken away."
    })
final class TokenCommand implements Callable<Integer> {
  @Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description = "read, write (includes read) or admin (includes both).")
  private @Nullable String scope;

  @Option(
      names = "--subject",
      paramLabel = "NAME",
      description = "Whose it is, for the audit; you by default.")
  private String subject = SourceArgument.who();

  @Option(names = "--for", paramLabel = "TIME", description = "How long, such as 30d (default).")
  private String life = "30d";

  private final Session session;

  TokenCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var wanted =
        Scope.ofWire(scope == null ? "" : scope)
            .orElseThrow(() -> new OperatorMistake("--scope takes read, write or admin."));
    var config = session.config();
    var tokens =
        new Tokens(
            Faces.tokenKeys(config).ring(), Faces.tokenRules(config), InstantSource.system());
    var token =
        tokens
            .mint(subject, wanted, life(config.api().jwt().longestLife()))
            .orElseThrow(
                () ->
                    new OperatorMistake(
                        "No key here can sign: JWT_KEYS has public keys only, so that tokens come"
                            + " from where the private ones are."));
    var caller =
        tokens
            .caller(token)
            .orElseThrow(
                () -> new OperatorMistake("--subject takes 1 to 200 printable characters."));
    session.terminal().say(token);
    session.terminal().remark("To call it back: feedwarden token revoke " + caller.token());
    return CommandTree.OK;
  }

  private Duration life(Duration longest) {
    return Durations.parse(life)
        .filter(time -> time.toSeconds() > 0 && time.compareTo(longest) <= 0)
        .orElseThrow(
            () ->
                new OperatorMistake(
                    "--for takes a time such as 12h or 30d, at most "
                        + Durations.text(longest)
                        + " (JWT_MAX_LIFE)."));
  }
}
