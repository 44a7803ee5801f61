package dev.feedwarden.api.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Styles and scripts, at addresses that change whenever they do, so that browsers keep them. */
public final class Assets {
  private static final String ROOT = "/assets";
  private static final String HTMX = "/META-INF/resources/webjars/htmx.org/2.0.10/dist/htmx.min.js";
  private static final Map<String, String> PLACES =
      Map.of(
          "app.css", "/web/app.css",
          "app.js", "/web/app.js",
          "theme.js", "/web/theme.js",
          "login.js", "/web/login.js",
          "mark.svg", "/web/mark.svg",
          "htmx.js", HTMX);

  /** What the pages link to. */
  public static final Assets HERE = new Assets();

  private record Asset(String version, String type, String text) {}

  private final Map<String, Asset> assets =
      PLACES.entrySet().stream()
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> load(e.getValue())));

  private Assets() {}

  private static Asset load(String place) {
    try (var in = Objects.requireNonNull(Assets.class.getResourceAsStream(place), place)) {
      var bytes = in.readAllBytes();
      var hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return new Asset(HexFormat.of().formatHex(hash, 0, 6), type(place), new String(bytes, UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String type(String place) {
    return switch (place.substring(place.lastIndexOf('.') + 1)) {
      case "css" -> "text/css;charset=utf-8";
      case "svg" -> "image/svg+xml;charset=utf-8";
      default -> "text/javascript;charset=utf-8";
    };
  }

  /** The address of an asset. */
  public String url(String name) {
    var asset = assets.get(name);
    if (asset == null) {
      throw new IllegalArgumentException("no asset is called " + name);
    }
    return ROOT + "/" + asset.version + "/" + name;
  }

  List<Route> routes() {
    return assets.entrySet().stream()
        .map(
            one ->
                Route.get(
                        url(one.getKey()),
                        Rule.OPEN,
                        "A style or script.",
                        _ -> answer(one.getValue()))
                    .answers(new Output(200, one.getValue().type, null)))
        .toList();
  }

  private static Answer answer(Asset asset) {
    return Answer.text(asset.type, asset.text)
        .with("Cache-Control", "public, max-age=31536000, immutable");
  }
}
