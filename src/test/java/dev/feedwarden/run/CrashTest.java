package dev.feedwarden.run;

import dev.feedwarden.store.TestEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** kill -9 at random moments and at named points, again and again. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class CrashTest {
  private static final List<KillPoint> POINTS = List.of(KillPoint.values());
  private static final int A_TURN = POINTS.size() + 5;

  @TempDir Path folder;

  @ParameterizedTest(name = "R-01, ten kills, {0}")
  @EnumSource
  @Tag("slow")
  void ten_kills_cost_nothing(TestEngine engine) throws IOException {
    survives(10, engine);
  }

  @ParameterizedTest(name = "R-01, a hundred kills, {0}")
  @EnumSource
  @Tag("long")
  void a_hundred_kills_cost_nothing(TestEngine engine) throws IOException {
    survives(100, engine);
  }

  // One engine begins where ten kills of the other end: together they pass every point.
  private void survives(int kills, TestEngine engine) throws IOException {
    var dice = new Random(kills);
    var program = new Program(folder);
    if (engine == TestEngine.POSTGRESQL) {
      program.with("DATABASE_URL", engine.freshUrl(folder));
    }
    try (var crashes = new Crashes(program, new Ledger(program), folder)) {
      for (int i = 0; i < kills; i++) {
        var turn = (i + (engine == TestEngine.POSTGRESQL ? 10 : 0)) % A_TURN;
        if (turn % 4 == 3) {
          crashes.killAtRandom(dice);
        } else {
          crashes.killAt(POINTS.get(turn - turn / 4), dice);
        }
      }
      Figures.note("kills, " + engine, crashes.finish());
    }
  }
}
