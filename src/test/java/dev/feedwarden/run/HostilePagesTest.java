package dev.feedwarden.run;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.SameSiteAttribute;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Trap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What feeds and pages of others try to do to a reader of the dashboard, in a real browser. */
@Tag("slow")
@ParameterizedClass(name = "{0} px")
@ValueSource(ints = {1280, 390})
final class HostilePagesTest extends WithDashboard {
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
        Answers.ok("<rss>\n<channel>\n<p>Sign in <script>alert(8)</script></p><b>", "text/html"));
    var id = dashboard.register("Walled", "/wall.xml");
    go("/sources/" + id);
    reloadUntil("The last answer that a poll failed on");

    page.locator(".answer summary", new Page.LocatorOptions().setHasText("Body as text")).click();

    assertThat(page.locator(".answer pre").last()).containsText("Sign in <script>alert(8)");
    assertThat(page.locator(".answer")).containsText("It breaks at line 3, column");
    assertThat(page.locator(".answer")).containsText("content-type: text/html");
    assertThat(page.locator("main script")).hasCount(0);
    // Another poll may take its place before one looks.
    await()
        .untilAsserted(
            () -> {
              page.reload();
              page.locator(".timeline a").first().click();
              page.locator("#drawer dl").first().waitFor();
              assertThat(page.textContent("#drawer")).contains("What came");
            });
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

  /** Opens a page of somebody else's that runs a script, and gives what that came to. */
  private Object elsewhere(String script) {
    dashboard.publisher.route("/elsewhere", Answers.ok("<p>Hello", "text/html"));
    page.navigate(dashboard.publisher.url("/elsewhere"));
    return page.evaluate(script, dashboard.url(""));
  }

  @Test
  void p_32_another_page_can_read_nothing() {
    var read =
        elsewhere(
            """
            async (ours) => {
              const got = [];
              for (const path of ['/', '/login', '/api/v1/sources', '/system', '/nothing']) {
                try {
                  got.push(await (await fetch(ours + path, {credentials: 'include'})).text());
                } catch (refused) {
                  got.push('');
                }
              }
              return got.join('');
            }
            """);

    assertThat(read).isEqualTo("");
  }

  private static final String KEPT = "JSON.stringify({...localStorage, ...sessionStorage})";

  @Test
  void p_34_what_lets_somebody_in_is_out_of_reach_of_scripts_and_addresses() {
    go("/");

    assertThat(page.context().cookies())
        .singleElement()
        .satisfies(
            cookie -> {
              assertThat(cookie.httpOnly).isTrue();
              assertThat(cookie.sameSite).isEqualTo(SameSiteAttribute.STRICT);
              assertThat(page.content() + page.evaluate(KEPT)).doesNotContain(cookie.value);
            });
    assertThat(page.evaluate("document.cookie")).isEqualTo("");
    assertThat(page.url()).isEqualTo(dashboard.url("/"));
  }

  @Test
  void p_35_another_page_can_put_none_of_ours_into_a_frame() {
    dashboard.publisher.route(
        "/frame",
        Answers.ok("<iframe src='" + dashboard.url("/system") + "'></iframe>", "text/html"));
    page.navigate(dashboard.publisher.url("/frame"));

    assertThat(page.frames()).hasSize(2);
    assertThat(page.frames().getLast().content()).doesNotContain("Feedwarden");
    assertThat(browser.complaints).allMatch(one -> one.contains("frame-ancestors")).isNotEmpty();
    browser.complaints.clear();
  }

  @Test
  void p_36_a_reader_is_served_while_many_say_nothing() throws IOException {
    var port = URI.create(dashboard.url("/")).getPort();
    var silent = new ArrayList<Socket>();
    try {
      for (int i = 0; i < 300; i++) {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        silent.add(socket);
        socket
            .getOutputStream()
            .write("GET / HTTP/1.1\r\nHost: a".getBytes(StandardCharsets.US_ASCII));
      }
      for (var path : List.of("/", "/sources", "/system")) {
        go(path);
        assertThat(page.locator("h1")).hasCount(1);
      }
    } finally {
      for (var socket : silent) {
        socket.close();
      }
    }
  }

  @Test
  void p_37_who_guesses_at_the_door_is_made_to_wait() {
    go("/login");
    for (int i = 0; i < 12 && !page.textContent("main").contains("Too many"); i++) {
      page.fill("input[name=token]", "guess-" + i);
      press("Log in");
      page.waitForLoadState();
    }

    assertThat(page.locator("main")).containsText("Too many");
    go("/");
    assertThat(page.locator("h1")).hasCount(1);
  }

  @Test
  void p_38_another_page_hears_nothing_of_what_happens() {
    dashboard.publisher.route("/heard.xml", feed("Heard", 1));
    var id = dashboard.register("Heard", "/heard.xml");

    var heard =
        elsewhere(
            """
            (ours) => new Promise((resolve) => {
              const events = new EventSource(ours + '/sources/ID/progress?since=0', {withCredentials: true});
              events.onopen = () => resolve('opened');
              events.addEventListener('step', (event) => resolve(event.data));
              events.onerror = () => { events.close(); resolve('refused'); };
            })
            """
                .replace("ID", id.value()));

    assertThat(heard).isEqualTo("refused");
  }
}
