package dev.feedwarden.api.pages;

import dev.feedwarden.api.AskRoutes;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** All pages of the dashboard. */
public final class Pages {
  private Pages() {}

  /** The routes of the pages and of what they link to. */
  public static List<Route> routes(Parts parts, AskRoutes asking, CountDownLatch closing) {
    var framing = new Framing(parts);
    var routes = new ArrayList<Route>();
    routes.addAll(Assets.HERE.routes());
    var insight = Insight.into(parts.database());
    var progress = new Progress(parts, closing);
    routes.addAll(new OverviewPage(parts, framing, insight).routes());
    routes.addAll(new SourcesPage(parts, framing, insight).routes());
    routes.addAll(new AddPage(parts, framing, asking).routes());
    routes.addAll(new BulkPage(parts, framing).routes());
    routes.addAll(new SourcePage(parts, framing).routes());
    routes.addAll(new SourceForms(parts, framing, progress).routes());
    routes.addAll(new MoveForms(parts).routes());
    routes.addAll(new RepairsPage(parts, framing).routes());
    routes.addAll(progress.routes());
    routes.addAll(DocsPage.routes());
    routes.addAll(new ErrorsPage(parts, framing, insight).routes());
    routes.addAll(new HostsPage(parts, framing).routes());
    routes.addAll(new CourtesyPage(parts, framing).routes());
    routes.addAll(new IncidentsPage(parts, framing).routes());
    routes.addAll(new ArticlesPage(parts, framing).routes());
    routes.addAll(new DeliveriesPage(parts, framing).routes());
    routes.addAll(new SystemPage(parts, framing, insight).routes());
    return routes;
  }
}
