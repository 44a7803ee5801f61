package dev.feedwarden.app;

import dev.feedwarden.api.auth.KeyRing;
import dev.feedwarden.api.auth.KeyText;
import dev.feedwarden.api.auth.TokenKey;
import dev.feedwarden.model.OperatorMistake;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of the API's tokens: the operator's, or one that is made on first need.
 *
 * @param isNew whether it was made just now
 */
public record TokenKeys(KeyRing ring, boolean isNew) {
  private static final String FILE = "jwt.key";

  static TokenKeys of(Config config) {
    var jwt = config.api().jwt();
    var keys = new ArrayList<TokenKey>();
    var secret = jwt.secret();
    if (secret != null) {
      keys.add(key("secret", secret.value(), "JWT_SECRET"));
    }
    jwt.keys().forEach(file -> keys.add(key(file)));
    if (keys.stream().map(TokenKey::kid).distinct().count() < keys.size()) {
      throw new OperatorMistake("JWT_KEYS: two keys have the same name.");
    }
    if (!keys.isEmpty()) {
      return new TokenKeys(new KeyRing(keys), false);
    }
    var file = config.dataDir().resolve(FILE);
    var isNew = !Files.exists(file);
    return new TokenKeys(
        new KeyRing(List.of(key("local", KeptSecret.of(file), file.toString()))), isNew);
  }

  private static TokenKey key(KeyFile key) {
    var where = "JWT_KEYS: the key " + key.file();
    var text =
        switch (TextFile.read(key.file())) {
          case Reading.Good<String>(var good) -> good;
          case Reading.Bad<String>(var reason) ->
              throw new OperatorMistake(where + " " + reason + ".");
        };
    var read = key(key.kid(), text, where);
    // A public key may be read by all; who can write it can let themselves in.
    if ((read instanceof TokenKey.Shared && TextFile.isOpenToAll(key.file()))
        || TextFile.isWritableByAll(key.file())) {
      throw new OperatorMistake(
          where + " is open to every user of this machine; change its mode to 600.");
    }
    return read;
  }

  private static TokenKey key(String kid, String text, String where) {
    return switch (KeyText.of(kid, text)) {
      case KeyText.Read.Good(var key) -> key;
      case KeyText.Read.Bad(var reason) -> throw new OperatorMistake(where + " " + reason + ".");
    };
  }
}
