package dev.feedwarden.app;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All layers laid over each other: of each setting the strongest entry, of secrets the content. */
record Layers(Map<String, Layer.Entry> given, List<String> problems) {
  Layers {
    given = Map.copyOf(given);
    problems = List.copyOf(problems);
  }

  /** Merges layers, the strongest first. */
  static Layers merge(List<Layer> layers, Inputs inputs) {
    var strongest = new LinkedHashMap<String, Layer.Entry>();
    var problems = new ArrayList<String>();
    for (var layer : layers) {
      problems.addAll(layer.problems());
      bySetting(layer, problems).forEach(strongest::putIfAbsent);
    }
    var given = new LinkedHashMap<String, Layer.Entry>();
    strongest.forEach(
        (name, entry) -> {
          switch (content(name, entry, inputs)) {
            case Reading.Good<String>(var text) ->
                given.put(name, new Layer.Entry(name, text, entry.origin()));
            case Reading.Bad<String>(var reason) ->
                problems.add(entry.origin().label() + ": the file it names " + reason);
          }
        });
    return new Layers(given, problems);
  }

  private static Map<String, Layer.Entry> bySetting(Layer layer, List<String> problems) {
    var entries = new LinkedHashMap<String, Layer.Entry>();
    for (var entry : layer.entries()) {
      var setting =
          KnownSettings.named(entry.name()).or(() -> KnownSettings.pointedToBy(entry.name()));
      if (setting.isEmpty()) {
        problems.add(unknown(entry));
        continue;
      }
      var name = setting.get().name();
      var other = entries.putIfAbsent(name, entry);
      if (other != null) {
        problems.add(
            "%s and %s both give %s; keep one of them"
                .formatted(other.origin().label(), entry.origin().label(), name));
      }
      if (entry.name().equals(name) && isExposed(setting.get(), entry)) {
        problems.add(exposed(name, entry));
      }
    }
    return entries;
  }

  private static String unknown(Layer.Entry entry) {
    var names = KnownSettings.ALL.stream().map(Setting::name).toList();
    var meant =
        Nearest.to(entry.name(), names)
            .map(name -> "; did you mean " + entry.origin().spelling(name) + "?")
            .orElse("");
    return entry.origin().described() + " is not a setting of Feedwarden" + meant;
  }

  private static boolean isExposed(Setting<?> setting, Layer.Entry entry) {
    return entry.origin() instanceof Origin.Flag && setting.kind().hides(entry.value());
  }

  private static String exposed(String name, Layer.Entry entry) {
    return "%s: every user of this machine can see a password in a flag; use %s or %s"
        .formatted(
            entry.origin().label(),
            Layer.PREFIX + name,
            Layer.PREFIX + name + KnownSettings.FILE_SUFFIX);
  }

  // No reason names the path: it may be the secret itself, given to the wrong variable.
  private static Reading<String> content(String name, Layer.Entry entry, Inputs inputs) {
    if (entry.name().equals(name)) {
      return new Reading.Good<>(entry.value());
    }
    try {
      var file = inputs.resolved(Path.of(entry.value().strip()));
      if (name.equals(KnownSettings.JWT_SECRET.name()) && TextFile.isOpenToAll(file)) {
        return new Reading.Bad<>("can be read by every user of this machine; make its mode 600");
      }
      return TextFile.read(file)
          .then(text -> new Reading.Good<>(text.replaceFirst("\\r?\\n\\z", "")));
    } catch (InvalidPathException _) {
      return new Reading.Bad<>("cannot exist");
    }
  }
}
