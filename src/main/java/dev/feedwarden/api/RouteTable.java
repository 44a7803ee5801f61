package dev.feedwarden.api;

import dev.feedwarden.api.pages.Pages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** All routes, the ones that describe the others last. */
final class RouteTable {
  private RouteTable() {}

  static List<Route> of(Parts parts, LoginRoutes login, Limits limits, CountDownLatch closing) {
    var routes = new ArrayList<Route>();
    routes.addAll(new ListRoutes(parts).routes());
    routes.addAll(new SourceRoutes(parts).routes());
    routes.addAll(new RegistryRoutes(parts).routes());
    routes.addAll(new MoveRoutes(parts).routes());
    routes.addAll(new RepairRoutes(parts).routes());
    routes.addAll(new CourtesyRoutes(parts).routes());
    routes.addAll(new ManyRoutes(parts).routes());
    var asking = new AskRoutes(parts, limits);
    routes.addAll(asking.routes());
    routes.addAll(new ActionRoutes(parts).routes());
    routes.addAll(new StreamRoutes(parts, StreamRoutes.Manner.STANDARD, closing).routes());
    routes.addAll(new ArticleRoutes(parts).routes());
    routes.addAll(new PageRoutes(parts).routes());
    routes.addAll(new HistoryRoutes(parts).routes());
    routes.addAll(new IncidentRoutes(parts).routes());
    routes.addAll(new DeliveryRoutes(parts).routes());
    routes.addAll(new DestinationRoutes(parts).routes());
    routes.addAll(new FeedRoutes(parts).routes());
    routes.addAll(ofVitals(parts));
    routes.addAll(login.routes());
    routes.addAll(DocRoutes.of(routes));
    routes.addAll(Pages.routes(parts, asking, closing));
    // The first that matches is taken, and /sources/{id} would match /sources/export.
    return routes.stream().sorted(Comparator.comparingInt(r -> r.variables().size())).toList();
  }

  static List<Route> ofVitals(Parts parts) {
    var routes = new ArrayList<>(new HealthRoutes(parts).routes());
    routes.addAll(new MetricsRoute(parts).routes());
    return routes;
  }
}
