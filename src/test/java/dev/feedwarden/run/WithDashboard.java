package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Feeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A browser of some width before a service that polls. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
abstract class WithDashboard {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @TempDir static Path folder;
  static Browser browser;
  static Dashboard dashboard;

  @Parameter int width;
  Page page;

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
    page = browser.open(width, width < 500 ? ColorScheme.DARK : ColorScheme.LIGHT, dashboard);
  }

  @AfterEach
  void close() {
    page.context().close();
    assertThat(browser.complaints).isEmpty();
  }

  void go(String path) {
    page.navigate(dashboard.url(path));
  }

  void press(String button) {
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button).setExact(true))
        .first()
        .click();
  }

  void reloadUntil(String text) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              page.reload();
              assertThat(page.textContent("main")).contains(text);
            });
  }

  static Behaviour feed(String title, int items) {
    var list = new ArrayList<Feeds.Item>();
    for (int i = 1; i <= items; i++) {
      list.add(
          new Feeds.Item(
              title + i, title + ", number " + i, "https://news.example/" + i, null, "<p>Day</p>"));
    }
    return Answers.ok(Feeds.rss(title, "https://news.example/", list), "application/rss+xml");
  }
}
