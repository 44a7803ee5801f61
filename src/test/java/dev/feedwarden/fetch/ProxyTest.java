package dev.feedwarden.fetch;

import static dev.feedwarden.fetch.Fetching.SHORT;
import static dev.feedwarden.fetch.Fetching.end;
import static dev.feedwarden.fetch.Fetching.once;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.Fetcher.Route;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Trap;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.WebUrl;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

final class ProxyTest {
  private static InetAddress[] literalsOnly(String name) throws UnknownHostException {
    try {
      return new InetAddress[] {InetAddress.ofLiteral(name)};
    } catch (IllegalArgumentException aName) {
      throw new UnknownHostException(name + ": Name or service not known");
    }
  }

  private static Fetcher through(Upstream proxy) {
    return new Fetcher(
        Fetching.allowing(),
        SHORT,
        new Fetcher.Identification("Test/1"),
        new Route(Trust.inPublic(), WebUrl.of(proxy.url("/"))),
        Time.MACHINE,
        () -> 0L,
        ProxyTest::literalsOnly);
  }

  @Test
  void a_proxy_is_told_the_whole_address_and_looks_the_name_up_itself()
      throws InterruptedException {
    try (var proxy = Upstream.start().otherwise(Answers.ok("<rss/>", "text/xml"));
        var fetcher = through(proxy)) {
      var result = fetcher.fetch(once("http://feeds.example/a?b=1"));

      assertThat(end(result)).isEqualTo("200");
      assertThat(proxy.seen().getFirst().request().target())
          .isEqualTo("http://feeds.example/a?b=1");
      assertThat(proxy.seen().getFirst().headers()).containsEntry("host", "feeds.example");
    }
  }

  @Test
  void what_the_guard_can_judge_without_a_name_server_it_still_refuses()
      throws InterruptedException {
    try (var proxy = Upstream.start().otherwise(Answers.ok("<rss/>", "text/xml"));
        var fetcher = through(proxy)) {
      assertThat(end(fetcher.fetch(once("http://10.0.0.1/")))).isEqualTo("BLOCKED_ADDRESS");
      assertThat(end(fetcher.fetch(once("http://printer.local/")))).isEqualTo("BLOCKED_ADDRESS");
      assertThat(proxy.connections()).isZero();
    }
  }

  @Test
  void the_environment_chooses_no_proxy() throws InterruptedException {
    try (var trap = Trap.set();
        var upstream = Upstream.start().otherwise(Answers.ok("<rss/>", "text/xml"))) {
      System.setProperty("http.proxyHost", "127.0.0.1");
      System.setProperty("http.proxyPort", Integer.toString(trap.port()));
      try (var fetcher = Fetching.fetcher(SHORT)) {
        assertThat(end(fetcher.fetch(once(upstream.url("/"))))).isEqualTo("200");
      } finally {
        System.clearProperty("http.proxyHost");
        System.clearProperty("http.proxyPort");
      }
      assertThat(trap.connections()).isZero();
    }
  }
}
