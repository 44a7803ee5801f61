package dev.feedwarden.api;

import dev.feedwarden.deliver.Addressee;
import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.poll.Diagnosis;
import dev.feedwarden.poll.Discovery.Findings;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Deliveries.Buried;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

    /** Sends a test message; nothing if there is no such destination. */
    default Optional<Verdict> tell(String destination, Instant now) throws InterruptedException {
      return Optional.empty();
    }

    /** The destinations that the operator names; nobody else may change them. */
    default List<Addressee> named() {
      return List.of();
    }

    /** Makes the settings of a destination unreadable for all but those who tell it. */
    default String seal(String text) {
      throw new UnsupportedOperationException("there is no key");
    }

    /** Sends what was refused once; nothing if there is no such destination. */
    default Optional<Verdict> again(String destination, Buried letter) throws InterruptedException {
      return Optional.empty();
    }
  }
}
