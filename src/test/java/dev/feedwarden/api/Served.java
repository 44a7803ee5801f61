package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.api.auth.KeyRing;
import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.api.auth.TokenKey;
import dev.feedwarden.api.auth.TokenRules;
import dev.feedwarden.api.auth.Tokens;
import dev.feedwarden.fetch.Vault;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Profile;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.poll.Diagnosis;
import dev.feedwarden.poll.Discovery.Findings;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Database;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real server on loopback over a real database, and somebody who asks it. */
final class Served implements AutoCloseable {
  static final byte[] SECRET = "0123456789abcdef0123456789abcdef".getBytes(UTF_8);
  static final TokenRules RULES = new TokenRules("feedwarden", "feedwarden", Duration.ofDays(366));
  static final KeyRing KEYS = new KeyRing(List.of(new TokenKey.Shared("local", SECRET)));
  static final Duration LIFE = Duration.ofHours(1);
  static final Vault VAULT = new Vault(Vault.newKey());
  static final Vitals WELL =
      new Vitals(Map.of("scheduler", () -> true), "1.2.3", new Metrics("1.2.3"), false);
  private static final JsonMapper JSON = new JsonMapper();

  private final Database database;
  private final Api api;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Served(Database database, Api api) {
    this.database = database;
    this.api = api;
  }

  /** What one test wants otherwise. */
  record Wishes(
      KeyRing keys,
      boolean publicRead,
      @Nullable WebUrl publicUrl,
      Predicate<InetAddress> proxies,
      int rate,
      Parts.Outbound outbound,
      Vitals vitals) {
    static final Wishes NONE =
        new Wishes(KEYS, false, null, _ -> false, 1_000_000, new NoNetwork(), WELL);

    Wishes keys(KeyRing other) {
      return new Wishes(other, publicRead, publicUrl, proxies, rate, outbound, vitals);
    }

    Wishes reading() {
      return new Wishes(keys, true, publicUrl, proxies, rate, outbound, vitals);
    }

    Wishes at(String url) {
      return new Wishes(keys, publicRead, WebUrl.of(url), proxies, rate, outbound, vitals);
    }

    Wishes behind(Predicate<InetAddress> proxy) {
      return new Wishes(keys, publicRead, publicUrl, proxy, rate, outbound, vitals);
    }

    Wishes rate(int other) {
      return new Wishes(keys, publicRead, publicUrl, proxies, other, outbound, vitals);
    }

    Wishes vitals(Vitals other) {
      return new Wishes(keys, publicRead, publicUrl, proxies, rate, outbound, other);
    }

    Wishes outbound(Parts.Outbound other) {
      return new Wishes(keys, publicRead, publicUrl, proxies, rate, other, vitals);
    }
  }

  private static final class NoNetwork implements Parts.Outbound {
    @Override
    public Findings discover(WebUrl page) {
      throw new AssertionError("nobody may be asked: " + page);
    }

    @Override
    public Diagnosis test(WebUrl feed) {
      throw new AssertionError("nobody may be asked: " + feed);
    }
  }

  static Served in(Path folder) {
    return in(folder, Wishes.NONE);
  }

  static Served in(Path folder, Wishes wishes) {
    return over("jdbc:sqlite:" + folder.resolve("feedwarden.db"), wishes);
  }

  /** The same over any database. */
  static Served over(String jdbcUrl, Wishes wishes) {
    var database = Database.open(Access.to(jdbcUrl));
    var policy =
        new Policy(
            Profile.STANDARD.table(), new Schedule(Duration.ofHours(1)), Duration.ofHours(1));
    var parts =
        new Parts(
            database,
            () -> policy,
            new Admission(url -> !url.host().endsWith(".internal") && !url.isLiteral()),
            VAULT::lock,
            wishes.outbound(),
            wishes.vitals());
    var setup =
        new Api.Setup(
            new Server.Place("127.0.0.1", 0),
            wishes.publicUrl(),
            new Api.Callers(wishes.keys(), RULES, wishes.publicRead()),
            wishes.proxies(),
            wishes.rate());
    return new Served(database, Api.start(setup, parts, InstantSource.system(), Api.Face.WHOLE));
  }

  Api api() {
    return api;
  }

  Database database() {
    return database;
  }

  static String token(Scope scope) {
    return new Tokens(KEYS, RULES, Instant::now)
        .mint("tester", scope, LIFE)
        .orElseThrow(AssertionError::new);
  }

  /** One answer. */
  record Got(int status, HttpHeaders headers, String text) {
    JsonNode json() {
      return JSON.readTree(text);
    }

    String header(String name) {
      return headers.firstValue(name).orElse("");
    }

    /** Every field that a problem names, in its order. */
    List<String> faults() {
      return json()
          .path("errors")
          .valueStream()
          .map(fault -> fault.path("field").asString())
          .toList();
    }
  }

  URI at(String path) {
    return URI.create("http://127.0.0.1:" + api.port() + path);
  }

  /** Asks as somebody who may do everything. */
  Got ask(String method, String path, @Nullable String body, String... headers) {
    return askAs(token(Scope.ADMIN), method, path, body, headers);
  }

  /** Asks with a token, or without one. */
  Got askAs(
      @Nullable String token,
      String method,
      String path,
      @Nullable String body,
      String... headers) {
    var request =
        HttpRequest.newBuilder(at(path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    if (body != null) {
      request.setHeader("Content-Type", "application/json");
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return send(request.build());
  }

  Got send(HttpRequest request) {
    try {
      var response = client.send(request, BodyHandlers.ofInputStream());
      try (var body = response.body()) {
        return new Got(response.statusCode(), response.headers(), text(response, body));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(request.method() + " " + request.uri(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  // A stream does not end by itself: its first line must do.
  private static String text(HttpResponse<?> response, InputStream body) throws IOException {
    var type = response.headers().firstValue("Content-Type").orElse("");
    var bytes = type.startsWith("text/event-stream") ? body.readNBytes(8) : body.readAllBytes();
    return new String(bytes, UTF_8);
  }

  /** What is answered to bytes that no client library would send; the connection is then closed. */
  String raw(String request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
      socket.setSoTimeout(40_000);
      socket.getOutputStream().write(request.getBytes(UTF_8));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  /** Registers a feed and gives its id. */
  String register(String url) {
    var got = ask("POST", "/api/v1/sources", "{\"feed_url\":\"" + url + "\"}");
    if (got.status() != 201) {
      throw new AssertionError(got.text());
    }
    return got.json().path("id").asString();
  }

  @Override
  public void close() {
    client.close();
    api.close();
    database.close();
  }
}
