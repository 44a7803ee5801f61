package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The chromium of this machine, and everything that it complains about. */
final class Browser implements AutoCloseable {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

  private final Playwright playwright;
  private final com.microsoft.playwright.Browser browser;
  private final String axe;
  private @Nullable String session;

  /** What went wrong in pages that nobody clicked on. */
  final List<String> complaints = new ArrayList<>();

  Browser() {
    assertThat(CHROMIUM).as("Debian's chromium; ./check installs it").exists();
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new LaunchOptions().setExecutablePath(CHROMIUM).setArgs(List.of("--no-sandbox")));
    axe = script();
  }

  private static String script() {
    try (var in = Objects.requireNonNull(Browser.class.getResourceAsStream("/axe.min.js"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A window of somebody who has logged in by a link. */
  Page open(int width, ColorScheme colours, Dashboard dashboard) {
    if (session == null) { // few may log in within a minute
      var page = browser.newContext().newPage();
      page.navigate(dashboard.loginLink());
      page.waitForURL(dashboard.url("/"));
      session = page.context().storageState();
      page.context().close();
    }
    var page = context(width, colours).newPage();
    page.setDefaultTimeout(20_000);
    page.onDialog(
        dialog -> {
          complaints.add("dialog: " + dialog.message());
          dialog.dismiss();
        });
    page.onPageError(error -> complaints.add("script: " + error));
    page.onConsoleMessage(
        message -> {
          if (message.text().contains("Content Security Policy")) {
            complaints.add(message.text());
          }
        });
    return page;
  }

  private BrowserContext context(int width, ColorScheme colours) {
    return browser.newContext(
        new com.microsoft.playwright.Browser.NewContextOptions()
            .setViewportSize(width, 900)
            .setColorScheme(colours)
            .setStorageState(session)
            .setReducedMotion(ReducedMotion.REDUCE));
  }

  /** What axe-core finds serious on a page, in a line each. */
  List<String> barriers(Page page) {
    page.evaluate(axe);
    @SuppressWarnings("unchecked") // it is the list of texts that the script makes
    var found =
        (List<String>)
            page.evaluate(
                """
                async () => (await axe.run(document, {resultTypes: ['violations']})).violations
                  .filter(v => v.impact === 'serious' || v.impact === 'critical')
                  .flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 120)))
                """);
    return found;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
