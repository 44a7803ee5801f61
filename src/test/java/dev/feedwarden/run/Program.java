package dev.feedwarden.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs Feedwarden in a process of its own on a data folder of its own. */
final class Program {
  private static final JsonMapper JSON = new JsonMapper();
  private static final AtomicInteger RUNS = new AtomicInteger();
  private static final long PATIENCE_SECONDS = 120;

  /** A test that fails in the middle leaves no process behind. */
  private static final Set<Process> STARTED = ConcurrentHashMap.newKeySet();

  static {
    var last = new Thread(() -> STARTED.forEach(Process::destroyForcibly));
    Runtime.getRuntime().addShutdownHook(last);
  }

  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private List<String> flags = List.of();
  private List<String> wrapper = List.of();

  /** A program that may ask loopback at once and gives up quickly. */
  Program(Path folder) {
    this.folder = folder;
    with("DATA_DIR", folder.resolve("data").toString());
    with("ALLOWED_ADDRESSES", "127.0.0.0/8");
    with("HOST_MIN_GAP", "0");
    with("REQUEST_TIMEOUT", "2s");
    with("RETRY_BACKOFF_BASE_SEC", "0.1");
    with("RETRY_BACKOFF_JITTER_SEC", "0");
    with("MIN_FETCH_INTERVAL_SEC", "0");
    with("LISTEN", "off");
  }

  Program with(String setting, String value) {
    environment.put("FEEDWARDEN_" + setting, value);
    return this;
  }

  Program without(String setting) {
    environment.remove("FEEDWARDEN_" + setting);
    return this;
  }

  /** A program with little memory. */
  Program withHeap(String size) {
    flags = List.of("-Xmx" + size);
    return this;
  }

  /** A program that asks a DNS server of ours for every name, and remembers no answer. */
  Program asking(NameServer server) {
    flags = List.of("-Dtest.dns=" + server.port(), "-Dsun.net.inetaddr.ttl=0");
    return this;
  }

  /** A program in which something goes wrong at a named point. */
  Program sabotaged(Sabotage.Order... orders) {
    flags = List.of(Launch.sabotage(List.of(orders)));
    return this;
  }

  /** One more flag of the virtual machine. */
  Program flag(String flag) {
    flags = Stream.concat(flags.stream(), Stream.of(flag)).toList();
    return this;
  }

  /** A program that is started by another, which becomes it: its words come before the command. */
  Program under(String... words) {
    wrapper = List.of(words);
    return this;
  }

  /** A variable that is not a setting. */
  Program variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** The same with nothing amiss any more. */
  Program sound() {
    flags = List.of();
    return this;
  }

  /** The address of its database. */
  String database() {
    var own = "jdbc:sqlite:" + data().resolve("feedwarden.db");
    return environment.getOrDefault("FEEDWARDEN_DATABASE_URL", own);
  }

  Path data() {
    return folder.resolve("data");
  }

  /** What one run came to. */
  record Result(int code, String out, String err) {
    List<JsonNode> json() {
      return out.lines().map(JSON::readTree).toList();
    }

    /** The log lines with a message. */
    List<JsonNode> logged(String message) {
      return err.lines()
          .filter(line -> line.startsWith("{"))
          .map(JSON::readTree)
          .filter(line -> line.path("message").asString().equals(message))
          .toList();
    }

    Result succeeded() {
      assertThat(code).as(err).isZero();
      return this;
    }
  }

  Result run(String... args) {
    return start(args).await();
  }

  /** A run that goes on. */
  static final class Running {
    private final Process process;
    private final Path out;
    private final Path err;

    private Running(Process process, Path out, Path err) {
      this.process = process;
      this.out = out;
      this.err = err;
      STARTED.add(process);
    }

    Result await() {
      try {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError("did not end: " + Files.readString(err));
        }
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }

    /** SIGKILL: no hook, no goodbye. */
    void kill() {
      process.destroyForcibly();
      await();
    }

    /** Another signal. */
    void signal(String name) {
      try {
        new ProcessBuilder("kill", "-" + name, String.valueOf(pid())).start().waitFor();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** SIGTERM, and what it came to. */
    Result terminate() {
      process.destroy();
      return await();
    }

    boolean hasLogged(String message) {
      return err().contains(message);
    }

    /** What it has written to stderr so far. */
    String err() {
      try {
        return Files.readString(err);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    long pid() {
      return process.pid();
    }

    /** What it has written to stdout so far. */
    String out() {
      try {
        return Files.readString(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    boolean isAlive() {
      return process.isAlive();
    }
  }

  /** A run whose output goes to a device. */
  Result runInto(Path device, String... args) {
    return start(device, args).await();
  }

  Running start(String... args) {
    return start(null, args);
  }

  private Running start(@Nullable Path device, String... args) {
    var command = new ArrayList<>(wrapper);
    command.addAll(Launch.command(flags));
    command.addAll(List.of(args));
    try {
      var run = RUNS.incrementAndGet();
      var out = Files.createDirectories(folder.resolve("runs")).resolve(run + ".out");
      Files.createFile(out);
      var err = folder.resolve("runs").resolve(run + ".err");
      var builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectOutput((device == null ? out : device).toFile())
              .redirectError(err.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("FEEDWARDEN_"));
      builder.environment().put("HOME", folder.toString());
      builder.environment().remove("XDG_DATA_HOME");
      builder.environment().putAll(environment);
      return new Running(builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Registers feeds in their order, in one run. */
  void register(List<String> feeds) {
    var outlines = new StringBuilder("<opml version=\"2.0\"><body>");
    feeds.forEach(url -> outlines.append("<outline text=\"f\" xmlUrl=\"" + url + "\"/>"));
    try {
      var file = folder.resolve("feeds.opml");
      Files.write(file, outlines.append("</body></opml>").toString().getBytes(UTF_8));
      run("sources", "import", file.toString()).succeeded();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All sources by their feed's URL. */
  Map<String, JsonNode> sources() {
    var byUrl = new HashMap<String, JsonNode>();
    run("sources", "list", "--json")
        .succeeded()
        .json()
        .forEach(source -> byUrl.put(source.path("feed_url").asString(), source));
    return byUrl;
  }

  /** The source of a feed. */
  JsonNode source(String url) {
    return Optional.ofNullable(sources().get(url)).orElseThrow();
  }

  /** The guids of all stored articles, sorted; one that is stored twice is here twice. */
  List<String> articles() {
    return run("articles", "list", "--limit", "1000000", "--json").succeeded().json().stream()
        .map(article -> article.path("guid").asString())
        .sorted()
        .toList();
  }
}
