package dev.feedwarden.api.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is around a page.
 *
 * @param title its name
 * @param section the place in the navigation that it belongs to
 * @param viewer who looks at it
 * @param outage in words, while a worker reaches nobody
 * @param told what was just done, if the viewer did something
 */
public record Frame(
    String title, String section, Viewer viewer, @Nullable Outage outage, @Nullable String told) {

  /**
   * Somebody at a browser.
   *
   * @param mayWrite whether buttons that change something are of any use to them
   * @param mayAdmin whether they may see how the service is set up, and send something by hand
   */
  public record Viewer(String name, boolean mayWrite, boolean mayAdmin) {}

  /** A worker that reaches nobody. */
  public record Outage(String evidence, When since) {}

  /** One entry of the navigation. */
  public record Place(String section, String href, String name) {}

  /** The navigation. */
  public static final List<Place> PLACES =
      List.of(
          new Place("overview", "/", "Overview"),
          new Place("sources", "/sources", "Sources"),
          new Place("errors", "/errors", "Errors"),
          new Place("hosts", "/hosts", "Hosts"),
          new Place("incidents", "/incidents", "Incidents"),
          new Place("repairs", "/repairs", "Repairs"),
          new Place("articles", "/articles", "Articles"),
          new Place("deliveries", "/deliveries", "Deliveries"),
          new Place("system", "/system", "System"),
          new Place("docs", "/docs", "Docs"));

  private static final Viewer NOBODY = new Viewer("", false, false);

  /** Around a page that anybody may see: it does not ask who that is, nor say how things are. */
  static Frame ofNobody(String section, String title) {
    return new Frame(title, section, NOBODY, null, null);
  }

  /** The navigation, as a template asks for it. */
  public List<Place> places() {
    return PLACES;
  }

  /** The address of a style or script. */
  public String asset(String name) {
    return Assets.HERE.url(name);
  }
}
