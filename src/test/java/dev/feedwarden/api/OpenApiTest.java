package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.Diagnosis;
import dev.feedwarden.poll.Discovery.Findings;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The document that clients are made from. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class OpenApiTest {
  private static final List<String> ODD =
      List.of(
          "null",
          "0",
          "-1",
          "1e400",
          "true",
          "[]",
          "{}",
          "\"\"",
          "\"\\u0000\"",
          "\"' OR 1=1--\"",
          "\"" + "x".repeat(20_000) + "\"",
          "9223372036854775808",
          "\"https://a.example/f\"");

  /** A network without feeds. */
  private static final class Nothing implements Parts.Outbound {
    @Override
    public Findings discover(WebUrl page) {
      return new Findings(List.of(), 1, null);
    }

    @Override
    public Diagnosis test(WebUrl feed) {
      throw Refusal.of(422, "not here");
    }
  }

  @TempDir static Path folder;
  private static Served served;
  private static JsonNode document;

  @BeforeAll
  static void open() {
    served = Served.in(folder, Served.Wishes.NONE.outbound(new Nothing()));
    document = served.askAs(null, "GET", "/api/v1/openapi.json", null).json();
  }

  @AfterAll
  static void close() {
    served.close();
  }

  @Test
  void it_has_every_route_with_its_own_name() {
    var ids = new HashSet<String>();
    var missing =
        served.api().routes().stream()
            .filter(route -> route.path().startsWith("/api/"))
            .filter(route -> !route.path().matches("/api/v1/(openapi.json|docs)"))
            .filter(
                route -> {
                  var operation =
                      document
                          .path("paths")
                          .path(route.path())
                          .path(route.verb().name().toLowerCase(Locale.ROOT));
                  return !ids.add(operation.path("operationId").asString(""))
                      || operation.path("responses").isEmpty();
                })
            .toList();

    assertThat(document.path("openapi").asString()).isEqualTo("3.1.0");
    assertThat(missing).isEmpty();
  }

  @Test
  void every_reference_leads_somewhere() {
    var references =
        Pattern.compile("\"#/components/schemas/([A-Za-z]+)\"")
            .matcher(document.toString())
            .results()
            .map(match -> match.group(1))
            .distinct()
            .toList();

    assertThat(references).isNotEmpty();
    assertThat(document.path("components").path("schemas").propertyNames()).containsAll(references);
  }

  private static List<String> problems(String text) {
    var options = new ParseOptions();
    options.setResolve(true);
    return new OpenAPIV3Parser().readContents(text, List.of(), options).getMessages();
  }

  @Test
  void another_program_finds_it_valid() {
    assertThat(problems(document.toString())).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "\"openapi\", \"openapy\"",
    "\"responses\", \"answers\"",
    "\"in\":\"path\", \"in\":\"somewhere\"",
    "\"description\":\"What went wrong\", \"x\":1"
  })
  void that_program_finds_faults(String good, String bad) {
    assertThat(document.toString()).contains(good);
    assertThat(problems(document.toString().replace(good, bad))).isNotEmpty();
  }

  @Test
  void people_can_read_it_too() {
    assertThat(served.askAs(null, "GET", "/api/v1/docs", null).text())
        .contains("PATCH /api/v1/sources/{id}/feed-disable");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void p_40_nothing_that_is_sent_to_an_operation_gives_a_5xx(long seed) {
    var random = new Random(seed);
    var id = served.register("https://fuzz" + seed + ".example/");
    for (var route : served.api().routes()) {
      for (int i = 0; i < 8; i++) {
        var body = route.traffic().body();
        var path = route.path().replace("{id}", random.nextInt(4) == 0 ? "x" : id);
        var got =
            served.ask(
                route.verb().name(),
                path + query(route, random),
                body == null ? null : body(body.shape(), random),
                "If-Match",
                "*");

        assertThat(got.status()).as(route + " " + got.text()).isLessThan(500);
      }
    }
  }

  private static String query(Route route, Random random) {
    var query = new StringBuilder("?");
    for (var one : route.traffic().queries()) {
      if (random.nextInt(4) == 0) {
        query
            .append(one.name())
            .append('=')
            .append(List.of("1", "", "a", "%00", "true", "-5").get(random.nextInt(6)))
            .append('&');
      }
    }
    return query.length() == 1 ? "" : query.substring(0, query.length() - 1);
  }

  private static String body(@Nullable Shape shape, Random random) {
    if (!(shape instanceof Shape.Thing thing)) {
      return ODD.get(random.nextInt(ODD.size()));
    }
    var body = new StringBuilder("{");
    for (var field : thing.fields().keySet()) {
      if (random.nextInt(3) > 0) {
        body.append(body.length() == 1 ? "" : ",").append('"').append(field).append("\":");
        body.append(ODD.get(random.nextInt(ODD.size())));
      }
    }
    return body.append('}').toString();
  }
}
