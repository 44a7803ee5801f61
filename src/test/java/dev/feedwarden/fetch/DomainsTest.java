package dev.feedwarden.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Domain;
import dev.feedwarden.model.HostKey;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DomainsTest {
  @ParameterizedTest(name = "{0} is of {1}")
  @CsvSource(
      textBlock =
          """
          example.org,              example.org
          feeds.example.org,        example.org
          feeds.example.org:8080,   example.org
          feeds.bbc.co.uk,          bbc.co.uk
          a.b.c.kawasaki.jp,        b.c.kawasaki.jp
          one.blogspot.com,         blogspot.com
          someone.github.io,        github.io
          www.xn--fiqs8s,           www.xn--fiqs8s
          co.uk,                    co.uk
          localhost,                localhost
          localhost:8080,           localhost:8080
          h1.feeds.test,            h1.feeds.test
          127.0.0.1,                127.0.0.1
          127.0.0.1:8080,           127.0.0.1:8080
          [2001:db8::1],            [2001:db8::1]
          [2001:db8::1]:8080,       [2001:db8::1]:8080
          """)
  void a_host_is_of_the_domain_that_somebody_registered(String host, String domain) {
    assertThat(Domains.of(new HostKey(host))).isEqualTo(new Domain(domain));
  }
}
