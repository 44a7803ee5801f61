package dev.feedwarden.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.Remark;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MasqueradeTest {
  private static Answered answer(String body) {
    return new Answered(
        200,
        new Headers(Validators.NONE, "text/html", null, null),
        body.getBytes(UTF_8),
        new FetchTrace(1, WebUrl.of("https://example.org/feed"), List.of(), null, Duration.ZERO));
  }

  private static String page(String text) {
    return "<!DOCTYPE html>\n<html><head><title>x</title></head><body>" + text + "</body></html>";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<h1>This domain is for sale</h1>",
        "<h1>This Domain Name May Be For Sale</h1>",
        "<p>The domain example.org is for sale. Make an offer</p>",
        "<a href='#'>Buy this domain</a>",
        "<script src='//img.sedoparking.com/js/x.js'></script>",
        "<html data-adblockkey='MFww'>",
        "<script>window.park = 'eyJ'</script>",
        "<p>Diese Domain steht zum Verkauf</p>",
      })
  void R_26_a_parked_domain_is_known_by_its_page(String text) {
    assertThat(Masquerade.of(answer(page(text)), false)).contains(Remark.PARKED);
  }

  @Test
  void any_other_page_is_odd_only_where_a_feed_was() {
    var page = answer(page("<p>We will be back soon</p>"));

    assertThat(Masquerade.of(page, true)).contains(Remark.WEB_PAGE);
    assertThat(Masquerade.of(page, false)).isEqualTo(Optional.empty());
  }

  @Test
  void what_is_no_page_is_not_taken_for_one() {
    assertThat(Masquerade.of(answer("<rss><p>Buy this domain"), true)).isEmpty();
  }
}
