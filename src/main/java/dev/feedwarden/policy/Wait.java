package dev.feedwarden.policy;

import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.NextPoll.Reason;
import dev.feedwarden.policy.Policy.Moment;
import java.time.Duration;
import java.time.Instant;

/** How long to wait, and the rule that says so. */
record Wait(Duration length, Reason reason) {
  Instant end(Moment at) {
    return at.now().plus(length);
  }

  NextPoll next(Moment at) {
    return new NextPoll(end(at), reason);
  }

  Wait orLonger(Wait other) {
    return other.length.compareTo(length) > 0 ? other : this;
  }
}
