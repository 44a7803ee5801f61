package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One finished visit to a page with everything that its transaction writes.
 *
 * @param key by which the address is known that redirects led to
 * @param answer the server's, if the page itself was asked for
 * @param robots what was heard about robots.txt, if that was asked for instead
 */
public record PageVisit(
    PageClaim claim,
    End end,
    @Nullable String key,
    Page.@Nullable Answer answer,
    @Nullable RobotsFile robots,
    Instant endedAt) {

  /** Everything that a visit can come to. */
  public sealed interface End {
    record Fetched(PageContent content) implements End {}

    /**
     * It may be otherwise later.
     *
     * @param forAll whether the other pages of its origin are to wait as long
     */
    record Later(Page.Reason reason, Instant at, boolean forAll) implements End {}

    /** It is given up; a person may try again. */
    record Dead(Page.Reason reason) implements End {}

    /** Nothing is wrong with it, but it is not for us. */
    record Skipped(Page.Reason reason) implements End {}

    /** A redirect led to where other rules hold: it is asked there in its turn. */
    record Elsewhere(WebUrl to, int hops) implements End {}

    /** Not asked for, as no page of its origin may be; nothing is counted. */
    record Deferred(Instant until) implements End {}
  }

  /** What its transaction made of it. */
  public enum Receipt {
    WRITTEN,
    /** It turned out to be a page that is known already. */
    MERGED,
    /** The host was another's meanwhile, or the page is no more. */
    SUPERSEDED
  }
}
