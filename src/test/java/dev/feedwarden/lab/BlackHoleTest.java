package dev.feedwarden.lab;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class BlackHoleTest {
  @Test
  void connecting_never_comes_to_an_end() {
    try (var hole = BlackHole.open();
        var client = HttpClient.newBuilder().connectTimeout(Duration.ofMillis(300)).build()) {
      var request = HttpRequest.newBuilder(URI.create(hole.url("/"))).build();

      assertThatThrownBy(() -> client.send(request, BodyHandlers.discarding()))
          .isInstanceOf(HttpConnectTimeoutException.class);
    }
  }
}
