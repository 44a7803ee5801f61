package dev.feedwarden.cli;

import dev.feedwarden.api.auth.Tokens;
import dev.feedwarden.app.Faces;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.store.RevokedTokens;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "revoke",
    description = {
      "Call a token back before it ends.",
      "A running service hears of it within five seconds; sessions of that token end too."
    })
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class RevokeCommand implements Callable<Integer> {
  private static final Pattern ID = Pattern.compile("[^.\\p{Cntrl}]{1,200}");

  @Parameters(
      paramLabel = "TOKEN",
      description = "The token, or its id (jti), which 'feedwarden token' tells when it makes one.")
  private String token;

  private final Session session;

  RevokeCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    var config = session.config();
    var rules = Faces.tokenRules(config);
    var tokens = new Tokens(Faces.tokenKeys(config).ring(), rules, InstantSource.system());
    var caller = tokens.caller(token).orElse(null);
    if (caller == null && !ID.matcher(token).matches()) {
      throw new OperatorMistake("This is no token that is good now, and no id of one.");
    }
    try (var database = session.database()) {
      var now = database.now();
      var until = caller == null ? now.plus(rules.longestLife()) : caller.until();
      var id = caller == null ? token : caller.token();
      if (!new RevokedTokens(database).add(id, until.plus(Tokens.SKEW), now)) {
        throw new OperatorMistake(
            "More than "
                + RevokedTokens.MOST
                + " tokens are called back already; take their key away instead.");
      }
      session.terminal().remark("Called back: " + Shown.remote(id));
      return CommandTree.OK;
    }
  }
}
