package dev.feedwarden.feed;

import dev.feedwarden.model.WebUrl;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What publishers embed that is no part of the article: players, and pictures that only count. */
final class Embeds {
  private static final Pattern NOTHING_TO_SEE =
      Pattern.compile("\\s*+0*[01](?:\\.0*+)?\\s*+(?:px)?\\s*+");

  private static final List<String> PLAYERS =
      List.of(
          "youtube.com",
          "youtube-nocookie.com",
          "youtu.be",
          "vimeo.com",
          "dailymotion.com",
          "twitch.tv",
          "ted.com",
          "archive.org",
          "peertube.tv",
          "bilibili.com",
          "rutube.ru",
          "tiktok.com",
          "loom.com",
          "wistia.net",
          "streamable.com",
          "soundcloud.com",
          "spotify.com",
          "bandcamp.com",
          "mixcloud.com",
          "deezer.com",
          "embed.podcasts.apple.com",
          "embed.music.apple.com",
          "buzzsprout.com",
          "libsyn.com",
          "simplecast.com",
          "transistor.fm",
          "megaphone.fm",
          "captivate.fm",
          "acast.com",
          "podbean.com",
          "anchor.fm");

  /** Host, as itself or as the end of a longer name, and the beginning of the path. */
  private static final List<Map.Entry<String, String>> COUNTERS =
      Stream.of(
              "feeds.feedburner.com/~r/",
              "feedproxy.google.com/~r/",
              "feedsportal.com/",
              "feedads.g.doubleclick.net/",
              "ad.doubleclick.net/",
              "pheedo.com/",
              "pixel.wp.com/",
              "stats.wordpress.com/",
              "feeds.wordpress.com/1.0/",
              "google-analytics.com/",
              "googleadservices.com/",
              "blogger.googleusercontent.com/tracker/",
              "medium.com/_/stat",
              "facebook.com/tr",
              "scorecardresearch.com/",
              "quantserve.com/",
              "chartbeat.net/",
              "statcounter.com/",
              "bat.bing.com/",
              "px.ads.linkedin.com/",
              "analytics.twitter.com/",
              "vg08.met.vgwort.de/",
              "met.vgwort.de/na/",
              "mmtro.com/",
              "feedblitz.com/~/i/",
              "counter.theconversation.com/")
          .map(
              place ->
                  Map.entry(
                      place.substring(0, place.indexOf('/')), place.substring(place.indexOf('/'))))
          .toList();

  private Embeds() {}

  /** Whether an address, absolute already, is that of a well-known player. */
  static boolean isPlayer(String address) {
    return WebUrl.parse(address) instanceof WebUrl.Parsed.Good(var url)
        && PLAYERS.stream().anyMatch(host -> isOf(url, host));
  }

  /** Whether a picture is there to count readers, not to be seen by them. */
  static boolean isCounter(List<String> attributes) {
    var src = HtmlAttributes.value(attributes, "src");
    return (isNothing(HtmlAttributes.value(attributes, "width"))
            && isNothing(HtmlAttributes.value(attributes, "height")))
        || (src != null
            && WebUrl.parse(src) instanceof WebUrl.Parsed.Good(var url)
            && COUNTERS.stream()
                .anyMatch(
                    place ->
                        isOf(url, place.getKey()) && url.target().startsWith(place.getValue())));
  }

  private static boolean isNothing(@Nullable String length) {
    return length != null && NOTHING_TO_SEE.matcher(length).matches();
  }

  private static boolean isOf(WebUrl url, String host) {
    var given = url.host();
    return given.endsWith(host)
        && (given.length() == host.length()
            || given.charAt(given.length() - host.length() - 1) == '.');
  }
}
