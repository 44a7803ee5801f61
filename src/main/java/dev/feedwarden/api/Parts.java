package dev.feedwarden.api;

import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.poll.Diagnosis;
import dev.feedwarden.poll.Discovery.Findings;
import dev.feedwarden.store.Database;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the routes work with.
 *
 * @param policy the one that is in force now
 * @param lock makes credentials unreadable for all but the fetcher
 */
public record Parts(
    Database database,
    Supplier<Policy> policy,
    Admission admission,
    Function<Credentials, Credentials.Encrypted> lock,
    Outbound outbound,
    Vitals vitals) {

  /** What we ask of the network on a client's behalf. */
  public interface Outbound {
    Findings discover(WebUrl page) throws InterruptedException;

    Diagnosis test(WebUrl feed) throws InterruptedException;
  }
}
