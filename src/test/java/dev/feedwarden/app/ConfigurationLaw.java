package dev.feedwarden.app;

import dev.feedwarden.model.OperatorMistake;
import java.nio.file.Path;
import java.util.Map;

/** What must hold whatever a file of settings or feeds says: it is read, or named as a mistake. */
public final class ConfigurationLaw {
  private static final Path NOWHERE = Path.of("feedwarden.yaml");

  private ConfigurationLaw() {}

  /** Throws if it does not hold. */
  public static void hold(String text) {
    var layer = YamlFile.read(NOWHERE, text);
    layer.problems().forEach(ConfigurationLaw::isShort);
    FeedsYaml.read(text).problems().forEach(problem -> isShort(problem.toString()));
    var value = text.length() > 200 ? text.substring(0, 200) : text;
    for (var setting :
        new String[] {"REQUEST_TIMEOUT", "ALLOWED_ADDRESSES", "DATABASE_URL", "LISTEN"}) {
      try {
        new Configuration(Map.of("FEEDWARDEN_" + setting, value), NOWHERE, NOWHERE, "1.2.3")
            .config();
      } catch (OperatorMistake mistake) {
        isShort(String.valueOf(mistake.getMessage()));
      }
    }
  }

  private static void isShort(String words) {
    if (words.isBlank() || words.length() > 2_000) {
      throw new IllegalStateException("not a sentence: " + words);
    }
  }
}
