package dev.feedwarden.model;

import org.jspecify.annotations.Nullable;

/**
 * One page whose turn it is at a host that was leased.
 *
 * @param robots what is known of the robots.txt where it is asked next
 */
public record PageClaim(Lease lease, Page page, @Nullable RobotsFile robots) {
  /** What is to be asked. */
  public WebUrl at() {
    return page.progress().way().at();
  }
}
