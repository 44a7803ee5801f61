package dev.feedwarden.app;

import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/** The tokens of a YAML text. */
final class YamlTokens {
  private static final int LEAST = 1024;
  private static final int MOST = 1 << 26; // the library's own limit is at some 40,000 feeds

  private YamlTokens() {}

  // A scalar is looked through to its end before it is taken, and each piece that is read for that
  // copies all before it: in one piece a long one takes linear time.
  static YAMLParser of(String text) {
    var whole =
        LoadSettings.builder()
            .setBufferSize(Math.max(LEAST, text.length() + 1))
            .setCodePointLimit(MOST)
            .setAllowDuplicateKeys(true) // we tell of them ourselves, in a sentence
            .build();
    return (YAMLParser)
        YAMLFactory.builder()
            .loadSettings(whole)
            .build()
            .createParser(ObjectReadContext.empty(), text);
  }
}
