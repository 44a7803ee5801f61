package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.feedwarden.api.auth.Scope;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every route against every scope, made from the table itself. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RouteMatrixTest {
  private static final String NOBODY = "00000000-0000-7000-8000-000000000000";

  @TempDir static Path folder;
  private static Served served;

  @BeforeAll
  static void open() {
    served = Served.in(folder);
  }

  @AfterAll
  static void close() {
    served.close();
  }

  @TestFactory
  Stream<DynamicTest> p_13_a_route_asks_for_exactly_its_scope() {
    return served.api().routes().stream()
        .flatMap(
            route ->
                Stream.concat(
                    Stream.of(dynamicTest(route + " by nobody", () -> byNobody(route))),
                    Stream.of(Scope.values())
                        .map(
                            scope ->
                                dynamicTest(
                                    route + " by " + scope.wire(), () -> by(scope, route)))));
  }

  private static void byNobody(Route route) {
    var status = ask(null, route);

    if (route.rule().scope() == null) {
      assertThat(status).isNotIn(401, 403);
    } else {
      assertThat(status).isEqualTo(401);
    }
  }

  private static void by(Scope scope, Route route) {
    var status = ask(Served.token(scope), route);

    var needed = route.rule().scope();
    if (needed == null || scope.includes(needed)) {
      assertThat(status).isNotIn(401, 403);
    } else {
      assertThat(status).isEqualTo(403);
    }
  }

  // Without a body, or of nobody: what is let through is then refused for another reason.
  private static int ask(@Nullable String token, Route route) {
    var path = route.path().replace("{id}", NOBODY);
    return served.askAs(token, route.verb().name(), path, null).status();
  }

  @Test
  void p_13_what_only_shows_never_needs_more_than_to_read_and_what_changes_always_does() {
    assertThat(served.api().routes())
        .filteredOn(route -> route.path().startsWith("/api/v1/"))
        .filteredOn(route -> !route.rule().equals(Rule.OPEN))
        .allSatisfy(
            route ->
                assertThat(route.rule().scope() == Scope.READ)
                    .as(route.toString())
                    .isEqualTo(route.verb() == Route.Verb.GET));
  }
}
