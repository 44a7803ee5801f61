package dev.feedwarden.run;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Trap;
import dev.feedwarden.model.Incident;
import dev.feedwarden.store.Incidents;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people do in the dashboard, in a real browser against a service that polls. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DashboardTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @TempDir static Path folder;
  private static Browser browser;
  private static Dashboard dashboard;
  private Page page;

  @BeforeAll
  static void start() {
    browser = new Browser();
    dashboard = new Dashboard(folder);
  }

  @AfterAll
  static void stop() throws InterruptedException {
    browser.close();
    dashboard.stop();
  }

  @BeforeEach
  void open() {
    page = browser.open(1280, ColorScheme.LIGHT, dashboard);
  }

  @AfterEach
  void close() {
    page.context().close();
    assertThat(browser.complaints).isEmpty();
  }

  private void go(String path) {
    page.navigate(dashboard.url(path));
  }

  private void press(String button) {
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button).setExact(true))
        .first()
        .click();
  }

  private void reloadUntil(String text) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              page.reload();
              assertThat(page.textContent("main")).contains(text);
            });
  }

  private static Behaviour feed(String title, int items) {
    var list = new ArrayList<Feeds.Item>();
    for (int i = 1; i <= items; i++) {
      list.add(
          new Feeds.Item(
              title + i, title + ", number " + i, "https://news.example/" + i, null, "<p>Day</p>"));
    }
    return Answers.ok(Feeds.rss(title, "https://news.example/", list), "application/rss+xml");
  }

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
            + dashboard.publisher.url("/ann.xml")
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
    dashboard.publisher.route("/lost.xml", Answers.status(404));
    var id = dashboard.register("Lost", "/lost.xml");

    go("/sources/" + id);
    reloadUntil("Disabled for not_found by the rules");
    assertThat(page.locator(".lead")).containsText("Cooling down");
    dashboard.publisher.route("/lost.xml", feed("Lost", 2));
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
    assertThat(page.locator(".banner.bad")).containsText("We reach nobody ourselves");

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
    var well = dashboard.register("Well", "/well.xml");
    var ill = dashboard.register("Ill", "/ill.xml");
    go("/sources/" + ill);
    reloadUntil("Disabled for gone");
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
        "/sources/" + well + "/edit",
        poll,
        "/help/errors/gone",
        "/errors",
        "/hosts",
        "/incidents",
        "/articles",
        "/articles/1",
        "/system",
        "/nothing",
        "/login");
  }

  @ParameterizedTest
  @CsvSource({"1280, LIGHT", "390, DARK"})
  void nobody_meets_a_barrier_and_every_page_fits(int width, ColorScheme colours) {
    var paths = everyPage();
    page.context().close();
    page = browser.open(width, colours, dashboard);
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

  @Test
  void d_01_to_d_07_what_others_wrote_is_only_text() {
    try (var trap = Trap.set()) {
      var evil =
          "\"><img src=%s onerror=alert(1)><script>alert(2)</script></textarea>{{7*7}}\u202e"
              .formatted(trap.url("/x"));
      var html =
          "<p onclick=alert(3)>text <img src='%s'><a href='javascript:alert(4)'>a</a></p>"
              .formatted(trap.url("/y"));
      var items =
          List.of(
              new Feeds.Item(evil, evil, "javascript:alert(5)", null, html),
              new Feeds.Item("2", "e\u0301".repeat(9_000), "//evil.example/", null, html));
      dashboard.publisher.route(
          "/evil.xml", Answers.ok(Feeds.rss(evil, "https://a.example/", items), "text/xml"));
      dashboard.publisher.route(
          "/reason.xml",
          Mischief.raw("HTTP/1.1 404 <script>alert(6)</script>\r\nContent-Length: 0\r\n\r\n"));
      dashboard.publisher.route(
          "/away.xml", Answers.redirect(302, "http://x.invalid/<script>alert(7)</script>"));
      var ids =
          List.of(
              dashboard.register(evil.replace('\u202e', '!'), "/evil.xml"),
              dashboard.register("Reason", "/reason.xml"),
              dashboard.register("Away", "/away.xml"));
      go("/articles");
      reloadUntil("{{7*7}}");

      for (var path :
          List.of("/", "/sources", "/errors", "/articles", "/articles?q=text", "/incidents")) {
        go(path);
      }
      for (var id : ids) {
        go("/sources/" + id);
        go("/sources/" + id + "/edit");
      }
      go("/articles");
      var links =
          page.locator(".articles .title").all().stream().map(l -> l.getAttribute("href")).toList();
      for (var link : links) {
        go(link);
        assertThat(page.locator("main img, main script, main [onclick]")).hasCount(0);
        assertThat(page.locator("main a[href^='javascript:']")).hasCount(0);
      }

      assertThat(links).isNotEmpty();
      assertThat(trap.connections()).isZero();
    }
  }

  @Test
  void what_a_poll_failed_on_can_be_looked_at_and_is_only_text() {
    dashboard.publisher.route(
        "/wall.xml",
        Answers.ok("<html>\n<body>\n<p>Sign in <script>alert(8)</script></p><b>", "text/html"));
    var id = dashboard.register("Walled", "/wall.xml");
    go("/sources/" + id);
    reloadUntil("The last answer that a poll failed on");

    page.locator(".answer summary", new Page.LocatorOptions().setHasText("Body as text")).click();

    assertThat(page.locator(".answer pre").last()).containsText("Sign in <script>alert(8)");
    assertThat(page.locator(".answer")).containsText("Breaks atline 3, column");
    assertThat(page.locator(".answer")).containsText("content-type: text/html");
    assertThat(page.locator("main script")).hasCount(0);
    page.locator(".timeline a").first().click();
    assertThat(page.locator("#drawer")).containsText("What came");
  }

  @Test
  void p_33_another_page_can_do_nothing_in_the_readers_name() {
    dashboard.publisher.route("/steady.xml", feed("Steady", 1));
    var id = dashboard.register("Steady", "/steady.xml");
    dashboard.publisher.route(
        "/attack",
        Answers.ok(
            "<form id=f method=post action='"
                + dashboard.url("/sources/" + id + "/disable")
                + "'><input name=reason value=evil></form><script>f.submit()</script>",
            "text/html"));

    page.navigate(dashboard.publisher.url("/attack"));
    page.waitForURL(dashboard.url("/**"));
    assertThat(page.textContent("body")).doesNotContain("Disabled");
    go("/sources/" + id);

    assertThat(page.textContent(".lead")).doesNotContain("Stopped");
  }
}
