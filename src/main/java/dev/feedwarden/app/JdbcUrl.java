package dev.feedwarden.app;

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

  static Reading<JdbcUrl> read(String text) {
    var known = SCHEMES.stream().anyMatch(s -> text.startsWith(s) && text.length() > s.length());
    return known
        ? new Reading.Good<>(new JdbcUrl(text))
        : new Reading.Bad<>(
            "is not a database; write jdbc:sqlite:FILE or jdbc:postgresql://HOST/DATABASE");
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
