package dev.feedwarden.run;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * How the tests start the program: from a jar and a cache of its loaded classes, which are made
 * once and halve the time that each of some hundred starts takes.
 */
final class Launch {
  private static final String MAIN = "dev.feedwarden.app.Main";
  private static final Path CLASSES = Path.of("target", "classes");
  private static final Path FOLDER = Path.of("target", "launch");
  private static final Path JAR = FOLDER.resolve("classes.jar").toAbsolutePath();
  private static final Path CACHE = FOLDER.resolve("classes.aot").toAbsolutePath();
  private static final Path AGENT = FOLDER.resolve("sabotage.jar").toAbsolutePath();
  private static final List<String> COMMAND = prepared();

  private Launch() {}

  /** The command up to the program's own arguments. */
  static List<String> command(List<String> options) {
    // What speaks to a part of the tests inside the program needs their classes, and goes slowly.
    var tested = options.stream().anyMatch(option -> option.startsWith("-Dtest."));
    var all = new ArrayList<>(tested ? java(whole(), "-XX:TieredStopAtLevel=1") : COMMAND);
    all.addAll(1, options);
    return all;
  }

  /** The flag that has something go wrong in the program. */
  static String sabotage(List<Sabotage.Order> orders) {
    return "-javaagent:"
        + AGENT
        + "="
        + String.join(",", orders.stream().map(Sabotage.Order::text).toList());
  }

  private static List<String> prepared() {
    try {
      Files.createDirectories(FOLDER);
      // Several test processes may come at once: the first makes it for all.
      try (var file =
              FileChannel.open(
                  FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          var _ = file.lock()) {
        if (!Files.exists(JAR) || newest() > Files.getLastModifiedTime(JAR).toMillis()) {
          pack();
          Files.deleteIfExists(CACHE);
        }
        if (!Files.exists(CACHE)) {
          train();
        }
        packAgent();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return java(jars(), "-XX:TieredStopAtLevel=1", "-XX:AOTCache=" + CACHE);
  }

  private static List<String> java(String classPath, String... options) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of(options));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath, MAIN));
    return List.copyOf(command);
  }

  private static String whole() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  // The tests' own path, but for the classes, which a cache takes from a jar only.
  private static String jars() {
    var path = new ArrayList<String>();
    for (var part : whole().split(File.pathSeparator, -1)) {
      if (part.endsWith(".jar")) {
        path.add(part);
      } else if (part.endsWith("classes") && !part.endsWith("test-classes")) {
        path.add(JAR.toString());
      }
    }
    return String.join(File.pathSeparator, path);
  }

  private static List<Path> files() throws IOException {
    try (var all = Files.walk(CLASSES)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static long newest() throws IOException {
    var newest = 0L;
    for (var file : files()) {
      newest = Math.max(newest, Files.getLastModifiedTime(file).toMillis());
    }
    return newest;
  }

  // With entries of folders: what looks for migrations looks there.
  private static void pack() throws IOException {
    try (var jar = new JarOutputStream(Files.newOutputStream(JAR));
        var all = Files.walk(CLASSES)) {
      for (var folder : all.filter(Files::isDirectory).skip(1).sorted().toList()) {
        jar.putNextEntry(new JarEntry(CLASSES.relativize(folder) + "/"));
        jar.closeEntry();
      }
      for (var file : files()) {
        jar.putNextEntry(new JarEntry(CLASSES.relativize(file).toString()));
        Files.copy(file, jar);
        jar.closeEntry();
      }
    }
  }

  private static void packAgent() throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", Sabotage.class.getName());
    var made = Files.createTempFile(FOLDER, "sabotage", ".jar");
    try (var jar = new JarOutputStream(Files.newOutputStream(made), manifest);
        var all = Files.list(folderOf(Sabotage.class))) {
      for (var file : all.filter(one -> isPartOf(Sabotage.class, one)).toList()) {
        jar.putNextEntry(
            new JarEntry(
                Sabotage.class.getPackageName().replace('.', '/') + "/" + file.getFileName()));
        Files.copy(file, jar);
        jar.closeEntry();
      }
    }
    Files.move(made, AGENT, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Path folderOf(Class<?> type) {
    var file = Objects.requireNonNull(type.getResource(type.getSimpleName() + ".class"));
    return Path.of(URI.create(file.toString())).resolveSibling(".");
  }

  private static boolean isPartOf(Class<?> type, Path file) {
    return file.getFileName().toString().matches(type.getSimpleName() + "(\\$.*)?\\.class");
  }

  // Without a cache it goes as well, only slower.
  private static void train() throws IOException {
    var command = new ArrayList<>(java(jars(), "-XX:AOTCacheOutput=" + CACHE));
    command.add("rehearse");
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!process.waitFor(2, TimeUnit.MINUTES)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
