package dev.feedwarden.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Benchmarks are compiled when they are run, which is seldom: they must not rot meanwhile. */
final class BenchTest {
  /** Those that need no other libraries than the tests have. */
  private static final List<String> OURS =
      List.of("Api", "Compare", "Fetch", "Growth", "Observe", "Pages", "Poll", "Store");

  @TempDir Path folder;

  @Test
  void every_benchmark_compiles_against_the_present_code() throws IOException {
    var javac = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    var said = new StringWriter();
    var options =
        Stream.of("-nowarn", "-proc:none", "-d", folder.toString(), "--source-path", "bench");
    boolean compiled;
    try (var files = javac.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      var sources =
          files.getJavaFileObjectsFromPaths(
              OURS.stream().map(name -> Path.of("bench", name + "Bench.java")).toList());
      compiled = javac.getTask(said, files, null, options.toList(), null, sources).call();
    }

    assertThat(compiled).as(said.toString()).isTrue();
  }
}
