package dev.feedwarden.lab.sim;

import java.time.Duration;
import java.util.List;

/**
 * A feed of a model, and what is true of it.
 *
 * @param part what its figures count as
 * @param outages when it could not be read and for no fault of ours; dead ones have none
 */
record Site(String url, Part part, List<Span> outages, Nature nature) {
  /** What a feed is there for. */
  enum Part {
    /** It is graded. */
    SUBJECT,
    /** It never comes back: requests to it are wasted. */
    DEAD,
    /** It is well, and evidence for the others. */
    FLEET
  }

  /** How a site answers. */
  interface Nature {
    Reply reply(Ask ask);
  }

  /**
   * One request.
   *
   * @param age of the model
   * @param dice in [0, 1)
   */
  record Ask(Duration age, double dice) {}

  Site {
    outages = List.copyOf(outages);
  }

  static Site well(String url, Part part) {
    return new Site(url, part, List.of(), _ -> Reply.FINE);
  }

  static Site dead(String url, Reply reply) {
    return new Site(url, Part.DEAD, List.of(), _ -> reply);
  }

  /** A feed that is well but for some times. */
  static Site failing(String url, List<Span> outages, Nature then) {
    return new Site(
        url,
        Part.SUBJECT,
        outages,
        ask ->
            outages.stream().anyMatch(span -> span.contains(ask.age()))
                ? then.reply(ask)
                : Reply.FINE);
  }
}
