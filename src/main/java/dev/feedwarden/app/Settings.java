package dev.feedwarden.app;

import static dev.feedwarden.app.KnownSettings.DATA_DIR;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The text of every setting with its origin: flags over variables over the file over defaults. */
public final class Settings {
  private static final String FILE_NAME = "feedwarden.yaml";

  private final Inputs inputs;
  private final Map<String, Layer.Entry> given;
  private final List<String> problems;
  private final Optional<SettingsFile> file;

  private Settings(Inputs inputs, Layers layers, Optional<SettingsFile> file) {
    this.inputs = inputs;
    this.file = file;
    this.given = layers.given();
    this.problems = layers.problems();
  }

  /** Reads all layers; what is wrong with them is kept for {@link #problems}. */
  public static Settings read(Inputs inputs) {
    var flags = Layer.ofFlags(inputs.flags());
    var variables = Layer.ofVariables(inputs.variables());
    var withoutFile =
        new Settings(inputs, Layers.merge(List.of(flags, variables), inputs), Optional.empty());
    var file = withoutFile.path().map(p -> new SettingsFile(p, TextFile.read(inputs.resolved(p))));
    var layer = file.map(SettingsFile::layer).orElse(Layer.none());
    return new Settings(inputs, Layers.merge(List.of(flags, variables, layer), inputs), file);
  }

  /** Every sentence that there is to say about names and values, in the order of the layers. */
  public List<String> problems() {
    var all = new ArrayList<>(problems);
    KnownSettings.ALL.forEach(setting -> problem(setting).ifPresent(all::add));
    return List.copyOf(all);
  }

  /** Every setting with its effective value; secrets are masked. */
  public List<Setting.Shown> shown() {
    return KnownSettings.ALL.stream().map(this::shown).toList();
  }

  /** The names of those that have another value; of secrets too, which look alike when shown. */
  List<String> changedSince(Settings before) {
    return KnownSettings.ALL.stream()
        .filter(setting -> isOther(setting, before))
        .<String>map(Setting::name)
        .toList();
  }

  private <T> boolean isOther(Setting<T> setting, Settings before) {
    return setting.kind().sensitive()
        ? !effective(setting).equals(before.effective(setting))
        : !shown(setting).value().equals(before.shown(setting).value());
  }

  private <T> Optional<T> effective(Setting<T> setting) {
    return setting.standard().isEmpty() ? ifGiven(setting) : Optional.of(value(setting));
  }

  /** The value, or the default where the value is a problem. */
  <T> T value(Setting<T> setting) {
    return ifGiven(setting).orElseGet(() -> standard(setting));
  }

  <T> Optional<T> ifGiven(Setting<T> setting) {
    return reading(setting)
        .flatMap(
            reading ->
                switch (reading) {
                  case Reading.Good<T>(var value) -> Optional.of(value);
                  case Reading.Bad<T> _ -> Optional.empty();
                });
  }

  Origin origin(Setting<?> setting) {
    var entry = given.get(setting.name());
    return entry == null ? new Origin.Default() : entry.origin();
  }

  /** What a sentence calls the setting: as the user wrote it, if the user did. */
  String label(Setting<?> setting) {
    return origin(setting) instanceof Origin.Default ? setting.name() : origin(setting).label();
  }

  boolean isGood(Setting<?> setting) {
    return problem(setting).isEmpty();
  }

  Path resolved(Path path) {
    return inputs.resolved(path);
  }

  Path dataDir() {
    return inputs.resolved(value(DATA_DIR));
  }

  /** The file that these settings were read from, if there was one. */
  Optional<SettingsFile> file() {
    return file;
  }

  private Optional<Path> path() {
    return Optional.ofNullable(inputs.configFile())
        .or(
            () ->
                Stream.of(inputs.directory().resolve(FILE_NAME), dataDir().resolve(FILE_NAME))
                    .filter(TextFile::exists)
                    .findFirst());
  }

  private <T> Optional<Reading<T>> reading(Setting<T> setting) {
    return Optional.ofNullable(given.get(setting.name()))
        .map(entry -> setting.kind().read(entry.value()));
  }

  private <T> Optional<String> problem(Setting<T> setting) {
    var entry = given.get(setting.name());
    return entry != null && setting.kind().read(entry.value()) instanceof Reading.Bad<T>(var reason)
        ? Optional.of(entry.origin().label() + ": " + quoted(setting, entry.value()) + " " + reason)
        : Optional.empty();
  }

  private static String quoted(Setting<?> setting, String value) {
    return setting.kind().sensitive() || value.isBlank() ? "the value" : Reading.quoted(value);
  }

  private <T> Setting.Shown shown(Setting<T> setting) {
    var none = setting.standard().isEmpty() && !given.containsKey(setting.name());
    var value = none ? "" : isGood(setting) ? setting.kind().print(value(setting)) : "(not valid)";
    return new Setting.Shown(
        setting.name(),
        value,
        origin(setting),
        setting.standard(),
        setting.kind().rule(),
        setting.meaning());
  }

  private <T> T standard(Setting<T> setting) {
    var text = setting.standard().replace("<VERSION>", inputs.version());
    var home = text.replace("<XDG_DATA_HOME>", inputs.dataHome().toString());
    var full = home.contains("<DATA_DIR>") ? home.replace("<DATA_DIR>", "" + dataDir()) : home;
    return switch (setting.kind().read(full)) {
      case Reading.Good<T>(var value) -> value;
      case Reading.Bad<T>(var reason) ->
          throw new IllegalStateException("the default of " + setting.name() + " " + reason);
    };
  }
}
