package dev.feedwarden.app;

import dev.feedwarden.model.OperatorMistake;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The address of a database, which may hold a password that is never shown. */
public record JdbcUrl(String value) {
  private static final List<String> SCHEMES = List.of("jdbc:sqlite:", "jdbc:postgresql:");
  // A password with a raw '&' cannot be told from a next parameter, so nothing after it is shown.
  private static final Pattern PARAMETER =
      Pattern.compile(
          "([?&;][^=&;]*(?:pass|pwd|secret|token|key)[^=&;]*=).*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern USER_INFO = Pattern.compile("//.*@", Pattern.DOTALL);

  // As libpq and most hosts of databases write it; the driver wants the login among the parameters.
  private static final Pattern WITH_LOGIN =
      Pattern.compile("(//)([^/@:]*)(?::([^/@]*))?@([^?]*)(?:\\?(.*))?", Pattern.DOTALL);

  /** An address that a person typed. */
  public static JdbcUrl typed(String text) {
    return switch (read(text)) {
      case Reading.Good<JdbcUrl>(var url) -> url;
      case Reading.Bad<JdbcUrl>(var why) ->
          throw new OperatorMistake(new JdbcUrl(Reading.quoted(text)).masked() + " " + why + ".");
    };
  }

  /** An address, with or without the driver's "jdbc:" before it. */
  static Reading<JdbcUrl> read(String written) {
    var text = normal(written);
    var known = SCHEMES.stream().anyMatch(s -> text.startsWith(s) && text.length() > s.length());
    return known
        ? new Reading.Good<>(new JdbcUrl(text))
        : new Reading.Bad<>(
            "is not a database; write jdbc:sqlite:FILE or jdbc:postgresql://HOST/DATABASE");
  }

  private static String normal(String written) {
    if (written.startsWith("sqlite:")) {
      return "jdbc:" + written;
    }
    if (!written.startsWith("postgresql:") && !written.startsWith("postgres:")) {
      return written;
    }
    var rest = written.substring(written.indexOf(':') + 1);
    var login = WITH_LOGIN.matcher(rest);
    if (!login.matches()) {
      return "jdbc:postgresql:" + rest;
    }
    var parameters = new ArrayList<String>();
    parameters.add("user=" + login.group(2));
    if (login.group(3) != null) {
      parameters.add("password=" + login.group(3));
    }
    if (login.group(5) != null) {
      parameters.addFirst(login.group(5));
    }
    return "jdbc:postgresql:"
        + login.group(1)
        + login.group(4)
        + "?"
        + String.join("&", parameters);
  }

  /** The address without user and password, for every output. */
  public String masked() {
    var withoutParameter = PARAMETER.matcher(value).replaceFirst("$1" + Secret.MASK);
    return USER_INFO.matcher(withoutParameter).replaceFirst("//" + Secret.MASK + "@");
  }

  @Override
  public String toString() {
    return masked();
  }
}
