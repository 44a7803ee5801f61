package dev.feedwarden.api;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server of its own for each test, over an empty database. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
abstract class WithServer {
  static final String SOURCES = "/api/v1/sources";

  @TempDir Path folder;
  Served served;

  @BeforeEach
  final void serve() {
    served = Served.in(folder);
  }

  /** Serves the same database in another way. */
  final void serve(Served.Wishes wishes) {
    served.close();
    served = Served.in(folder, wishes);
  }

  @AfterEach
  final void end() {
    served.close();
  }
}
