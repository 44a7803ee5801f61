package dev.feedwarden.app;

import dev.feedwarden.model.Credentials;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * How a file of feeds says what opens a private one: the secret itself is in a variable or in a
 * file of its own, never here.
 *
 * @param folder where paths begin
 * @param variables the environment
 * @param lock makes credentials unreadable for all but the fetcher
 */
record FeedAuth(
    Path folder,
    Function<String, Optional<String>> variables,
    Function<Credentials, Credentials.Encrypted> lock) {
  private static final Set<String> KEYS =
      Set.of("type", "user", "name", "secret_env", "secret_file");
  private static final Set<String> TYPES = Set.of("basic", "bearer", "header", "query");
  private static final String VARIABLE = "secret_env";
  private static final String FILE = "secret_file";

  /** What was written, locked; a reason completes "auth …". */
  Reading<Credentials.Encrypted> read(Map<String, String> given) {
    var unknown = given.keySet().stream().filter(key -> !KEYS.contains(key)).sorted().findFirst();
    if (unknown.isPresent()) {
      return new Reading.Bad<>(
          "has the key "
              + Reading.quoted(unknown.get())
              + ", which is not known; a secret has no place in this file, name the variable or"
              + " the file that has it by secret_env or secret_file");
    }
    var type = given.getOrDefault("type", "");
    if (!TYPES.contains(type)) {
      return new Reading.Bad<>("must have a type: basic, bearer, header or query");
    }
    var key = type.equals("basic") ? "user" : "name";
    var name = given.getOrDefault(key, "");
    var isNamed = !type.equals("bearer");
    if (isNamed != Credentials.isPrintable(name)
        || given.containsKey(key.equals("user") ? "name" : "user")) {
      return new Reading.Bad<>(
          isNamed ? "of type " + type + " has a " + key : "of type bearer has no name");
    }
    if (type.equals("header") && !Credentials.isHeaderName(name)) {
      return new Reading.Bad<>("has a name that is no header's, or of a header that is ours");
    }
    return secret(given).then(secret -> new Reading.Good<>(lock.apply(made(type, name, secret))));
  }

  private static Credentials made(String type, String name, String secret) {
    return switch (type) {
      case "basic" -> new Credentials.Basic(name, secret);
      case "bearer" -> new Credentials.Header("Authorization", "Bearer " + secret);
      case "header" -> new Credentials.Header(name, secret);
      default -> new Credentials.QueryToken(name, secret);
    };
  }

  private Reading<String> secret(Map<String, String> given) {
    var variable = given.get(VARIABLE);
    var file = given.get(FILE);
    if ((variable == null) == (file == null)) {
      return new Reading.Bad<>("must have secret_env or secret_file, and not both");
    }
    var read =
        variable == null
            ? file(String.valueOf(file))
            : variables
                .apply(variable)
                .<Reading<String>>map(Reading.Good::new)
                .orElseGet(() -> new Reading.Bad<>("names a variable that is not set"));
    return read.then(
        text ->
            Credentials.isPrintable(text.strip())
                ? new Reading.Good<>(text.strip())
                : new Reading.Bad<>("leads to a secret that is empty or not one printable line"));
  }

  private Reading<String> file(String name) {
    try {
      var file = folder.resolve(name);
      if (TextFile.isOpenToAll(file)) {
        return new Reading.Bad<>(
            "names a file that every user of this machine can read; make its mode 600");
      }
      return switch (TextFile.read(file)) {
        case Reading.Good<String> good -> good;
        case Reading.Bad<String>(var reason) -> new Reading.Bad<>("names a file that " + reason);
      };
    } catch (InvalidPathException notAPath) {
      return new Reading.Bad<>("does not name a file");
    }
  }
}
