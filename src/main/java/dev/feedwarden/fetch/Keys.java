package dev.feedwarden.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.WebUrl;
import java.net.URLEncoder;
import java.util.Base64;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.jspecify.annotations.Nullable;

/** Puts credentials on a request. */
final class Keys {
  private Keys() {}

  /** Where a redirect leads, without the token that a server copied from our own request. */
  static @Nullable WebUrl withdrawn(@Nullable Credentials credentials, @Nullable WebUrl url) {
    return url != null && credentials instanceof Credentials.QueryToken(var name, _)
        ? url.withoutParameter(name)
        : url;
  }

  static void add(Credentials credentials, HttpGet request, WebUrl url) {
    switch (credentials) {
      case Credentials.Basic(var user, var password) -> {
        var pair = (user + ":" + password).getBytes(UTF_8);
        request.setHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
      }
      case Credentials.Header(var name, var value) -> request.setHeader(name, value);
      case Credentials.QueryToken(var name, var value) ->
          request.setPath(
              url.target()
                  + (url.target().indexOf('?') < 0 ? "?" : "&")
                  + URLEncoder.encode(name, UTF_8)
                  + "="
                  + URLEncoder.encode(value, UTF_8));
    }
  }
}
