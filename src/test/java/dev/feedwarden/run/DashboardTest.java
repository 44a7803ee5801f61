package dev.feedwarden.run;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Progress;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Deliveries.Buried;
import dev.feedwarden.store.Deliveries.Passage;
import dev.feedwarden.store.Incidents;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What people do in the dashboard, in a real browser against a service that polls. */
@Tag("slow")
@ParameterizedClass(name = "{0} px")
@ValueSource(ints = {1280, 390})
final class DashboardTest extends WithDashboard {
  @Test
  void a_feed_is_found_by_the_address_of_its_site_and_added() {
    dashboard.publisher.route(
        "/site",
        Answers.ok(
            "<html><head><link rel=alternate type='application/rss+xml' href='/found.xml'>",
            "text/html"));
    dashboard.publisher.route("/found.xml", feed("Found Times", 3));

    go("/sources");
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Add").setExact(true))
        .click();
    page.fill("#url", dashboard.publisher.url("/site"));
    press("Find its feeds");
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Register Found Times"))
        .click();

    assertThat(page.locator("h1")).hasText("Found Times");
    assertThat(page.locator(".told")).containsText("registered");
    reloadUntil("All is well");
  }

  @Test
  void a_list_is_imported_from_a_file() {
    var opml =
        "<opml version='2.0'><body><outline text='Ann' xmlUrl='"
            + dashboard.publisher.url("/ann.xml?" + width)
            + "'/><outline text='Inner' xmlUrl='ftp://x/'/></body></opml>";
    dashboard.publisher.route("/ann.xml", feed("Ann", 1));

    go("/sources/import");
    page.setInputFiles(
        "input[type=file]",
        new FilePayload("feeds.opml", "text/x-opml", opml.getBytes(StandardCharsets.UTF_8)));
    assertThat(page.locator("#dropped")).containsText("feeds.opml is ready");
    press("Import");

    assertThat(page.locator("main")).containsText("1 added, 0 known already, 1 refused");
  }

  @Test
  void a_feed_fails_is_disabled_and_is_enabled_again_by_a_person() {
    dashboard.publisher.route("/lost" + width, Answers.status(404));
    var id = dashboard.register("Lost", "/lost" + width);

    go("/sources/" + id);
    reloadUntil("Disabled for not_found by the rules");
    assertThat(page.locator(".lead")).containsText("Cooling down");
    dashboard.publisher.route("/lost" + width, feed("Lost", 2));
    press("Enable");

    assertThat(page.locator(".told")).containsText("Enabled");
    reloadUntil("All is well");
    assertThat(page.textContent("main")).contains("Enabled by login-link");
  }

  @Test
  void a_poll_that_was_asked_for_is_told_while_it_happens() {
    dashboard.publisher.route("/live.xml", feed("Live", 4));
    var id = dashboard.register("Live", "/live.xml");
    go("/sources/" + id);

    press("Poll now");

    page.locator(".live li", new Page.LocatorOptions().setHasText("Done in")).waitFor();
    assertThat(page.locator("#live .timeline")).containsText("4 new");
    page.locator(".timeline a").first().click();
    assertThat(page.locator("#drawer")).containsText("Next poll, as decided then");
  }

  @Test
  void many_are_disabled_at_once_after_one_more_question() {
    dashboard.publisher.route("/many.xml", feed("Many", 1));
    for (int i = 0; i < 3; i++) {
      dashboard.register("Bulky " + i, "/many.xml?" + i);
    }

    go("/sources?search=bulky");
    page.check("#all");
    assertThat(page.locator("#chosen")).hasText("3 chosen");
    press("Disable");
    page.fill("#reason", "too many");
    press("Yes, disable");
    assertThat(page.locator("main")).containsText("3 changed");
    go("/sources?search=bulky");

    assertThat(page.locator("tbody .dot")).hasText(new String[] {"Stopped", "Stopped", "Stopped"});
  }

  @Test
  void a_search_narrows_the_table_while_somebody_types() {
    dashboard.publisher.route("/typed.xml", feed("Typed", 1));
    dashboard.register("Zebra crossing", "/typed.xml?1");
    dashboard.register("Quokka colony", "/typed.xml?2");

    go("/sources");
    page.locator("input[type=search]").pressSequentially("quokk");

    assertThat(page.locator("tbody tr")).hasCount(1);
    assertThat(page.locator("tbody")).containsText("Quokka colony");
    assertThat(page.url()).contains("search=quokk");
  }

  @Test
  void an_outage_of_our_own_is_told_by_a_banner() {
    var incidents = new Incidents(dashboard.database);
    incidents.open(Incident.Kind.LOCAL_OUTAGE, "here", "nobody answered", dashboard.database.now());
    go("/articles");
    assertThat(page.locator(".banner.bad")).containsText("our own network is the problem");

    incidents.close(Incident.Kind.LOCAL_OUTAGE, "here", dashboard.database.now());
    go("/articles");
    assertThat(page.locator(".banner.bad")).hasCount(0);
  }

  @Test
  void all_of_it_is_reached_without_a_mouse() {
    dashboard.publisher.route("/keys.xml", feed("Keys", 1));
    dashboard.register("Keyboard news", "/keys.xml");
    go("/sources");

    page.keyboard().press("Tab");
    assertThat(page.locator(":focus")).hasText("Skip to content");
    page.keyboard().press("Enter");
    page.keyboard().press("/");
    page.keyboard().type("keyboard");
    page.keyboard().press("Enter");
    assertThat(page.locator("tbody tr")).hasCount(1);
    page.locator("tbody a").first().focus();
    page.keyboard().press("Enter");
    assertThat(page.locator("h1")).hasText("Keyboard news");
    page.locator("summary", new Page.LocatorOptions().setHasText("Disable")).focus();
    page.keyboard().press("Enter");
    page.keyboard().press("Tab");
    page.keyboard().type("by keys");
    page.keyboard().press("Enter");

    assertThat(page.locator(".lead")).containsText("by keys");
  }

  private List<String> everyPage() {
    dashboard.publisher.route("/well.xml", feed("Well", 5));
    dashboard.publisher.route("/ill.xml", Answers.status(410));
    dashboard.publisher.route("/odd.xml", Answers.ok("<html><p>odd", "text/html"));
    var odd = dashboard.register("Odd", "/odd.xml");
    refused();
    var well = dashboard.register("Well", "/well.xml");
    var ill = dashboard.register("Ill", "/ill.xml");
    go("/sources/" + ill);
    reloadUntil("Disabled for gone");
    go("/sources/" + odd);
    reloadUntil("The last answer that a poll failed on");
    go("/sources/" + well);
    reloadUntil("5 new");
    var poll = page.locator(".timeline a").first().getAttribute("href");
    return List.of(
        "/",
        "/sources",
        "/sources?show=quiet",
        "/sources/add",
        "/sources/import",
        "/sources/" + well,
        "/sources/" + ill,
        "/sources/" + odd,
        "/sources/" + well + "/edit",
        poll,
        "/docs",
        "/docs/runbook/gone",
        "/docs/policy",
        "/docs/reference/configuration",
        "/errors",
        "/hosts",
        "/incidents",
        "/articles",
        "/articles/1",
        "/deliveries",
        "/system",
        "/nothing",
        "/login");
  }

  // Somebody who refused a letter, and for whom more of them wait.
  private static void refused() {
    var now = dashboard.database.now();
    var deliveries = new Deliveries(dashboard.database);
    deliveries.register("team-slack", null, now);
    new Incidents(dashboard.database).open(Incident.Kind.HOST, "a.example", "why", now);
    new Incidents(dashboard.database).close(Incident.Kind.HOST, "a.example", now);
    var seen = deliveries.hold("team-slack", now).orElseThrow();
    deliveries.pass(
        "team-slack",
        new Passage(
            deliveries.page(seen.place(), 1).getFirst().place(),
            new Progress(0, 3, now.plusSeconds(600), "status 404"),
            0,
            false,
            List.of(),
            Set.of()),
        new Buried("event-1", "incident_opened", "a.example fails", "{}", "status 404"),
        now);
  }

  @Test
  void nobody_meets_a_barrier_and_every_page_fits() {
    var paths = everyPage();
    var found = new ArrayList<String>();
    for (var path : paths) {
      go(path);
      browser.barriers(page).forEach(barrier -> found.add(path + " " + barrier));
      if (Boolean.TRUE.equals(
          page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))) {
        found.add(path + " is wider than the window");
      }
    }

    assertThat(found).isEmpty();
  }
}
