package dev.feedwarden.app;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What one place says about settings, and what is wrong with how it says it. */
record Layer(List<Entry> entries, List<String> problems) {
  static final String PREFIX = "FEEDWARDEN_";
  // Kubernetes describes every service to every pod: feedwarden itself, feedwarden-postgresql, …
  private static final Pattern KUBERNETES =
      Pattern.compile(
          "PORT|(?:\\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\\w+)?|PORT_\\d+_(?:TCP|UDP|SCTP)(?:_\\w+)?)");
  private static final Pattern KUBERNETES_PORT = Pattern.compile("(?:tcp|udp|sctp)://.*");

  Layer {
    entries = List.copyOf(entries);
    problems = List.copyOf(problems);
  }

  /**
   * One setting as it was given.
   *
   * @param name in upper case, without the prefix of variables
   */
  record Entry(String name, String value, Origin origin) {
    @Override
    public String toString() {
      return name + " from " + origin; // the value may be a secret
    }
  }

  static Layer none() {
    return new Layer(List.of(), List.of());
  }

  /** Flags by their spelling on the command line: {@code --request-timeout}. */
  static Layer ofFlags(Map<String, String> flags) {
    var entries =
        new TreeMap<>(flags)
            .entrySet().stream()
                .map(
                    e -> new Entry(flagName(e.getKey()), e.getValue(), new Origin.Flag(e.getKey())))
                .toList();
    return new Layer(entries, List.of());
  }

  /** The variables that are meant for us among all of the environment. */
  static Layer ofVariables(Map<String, String> variables) {
    var entries =
        new TreeMap<>(variables)
            .entrySet().stream()
                .filter(e -> e.getKey().startsWith(PREFIX))
                .map(
                    e ->
                        new Entry(
                            e.getKey().substring(PREFIX.length()),
                            e.getValue(),
                            new Origin.Variable(e.getKey())))
                .filter(e -> !isFromKubernetes(e.name(), e.value()))
                .toList();
    return new Layer(entries, List.of());
  }

  private static String flagName(String flag) {
    return flag.replaceFirst("^--", "").replace('-', '_').toUpperCase(Locale.ROOT);
  }

  private static boolean isFromKubernetes(String name, String value) {
    return KUBERNETES.matcher(name).matches()
        || (name.endsWith("_PORT") && KUBERNETES_PORT.matcher(value).matches());
  }
}
