package dev.feedwarden.docs;

import static dev.feedwarden.docs.Committed.cell;
import static dev.feedwarden.docs.Committed.code;

import dev.feedwarden.app.Configuration;
import dev.feedwarden.app.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/reference/configuration.md: the table of all settings. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ConfigurationReferenceTest {
  @TempDir Path folder;

  @Test
  void the_page_has_every_setting_with_its_default() throws IOException {
    var page = new StringBuilder();
    page.append(
        """
        # Configuration

        Flags (`--request-timeout 5s`) over variables (`FEEDWARDEN_REQUEST_TIMEOUT=5s`) over `feedwarden.yaml` (`request_timeout: 5s`; in
        the current folder, or in the data folder, or what `--config` names) over the defaults below. An unknown name or a
        senseless value stops the start with a sentence that names it. `./feedwarden config show` prints what is in force and
        where it comes from, `./feedwarden config check` only what is wrong. The value of a secret may be in a file that
        `FEEDWARDEN_…_FILE` names.

        A number without a unit is seconds where a duration is wanted. `POLICY_*` are the cells of the error table
        ([policy](../policy.md#profiles-and-cells)); in the file they may also be written as a tree below `policy:`.

        | setting | default | accepted | meaning |
        |---|---|---|---|
        """);
    new Configuration(Map.of(), folder, folder, "VERSION")
        .settings()
        .shown()
        .forEach(setting -> page.append(row(setting)));

    Committed.is("configuration.md", page.toString());
  }

  private static String row(Setting.Shown setting) {
    return "| `%s` | %s | %s | %s |\n"
        .formatted(
            setting.name(),
            code(setting.standard()),
            cell(setting.rule()),
            cell(setting.meaning()));
  }
}
