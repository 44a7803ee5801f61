package dev.feedwarden.api.pages;

import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Route;
import java.util.ArrayList;
import java.util.List;

/** All pages of the dashboard. */
public final class Pages {
  private Pages() {}

  /** The routes of the pages and of what they link to. */
  public static List<Route> routes(Parts parts) {
    var framing = new Framing(parts);
    var routes = new ArrayList<Route>();
    routes.addAll(Assets.HERE.routes());
    routes.addAll(new OverviewPage(parts, framing).routes());
    return routes;
  }
}
