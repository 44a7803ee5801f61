package dev.feedwarden.fetch;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Hop;
import dev.feedwarden.model.FetchResult.Refrained;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One attempt: one request and the redirects it leads to, under one deadline. */
final class Attempt {
  private final Exchange exchange;
  private final int mostRedirects;

  Attempt(Exchange exchange, int mostRedirects) {
    this.exchange = exchange;
    this.mostRedirects = mostRedirects;
  }

  /**
   * Follows the way to its end.
   *
   * @param number 1 for a poll's first attempt
   * @param began the poll, by {@link System#nanoTime}
   */
  FetchResult run(Fetcher.Request request, int number, Deadline deadline, long began)
      throws InterruptedException {
    var course = new Course(deadline);
    try (var abroad = new Abroad(request.url().hostKey(), request.hops())) {
      return follow(request, number, course, began, abroad);
    }
  }

  private FetchResult follow(
      Fetcher.Request request, int number, Course course, long began, Abroad abroad)
      throws InterruptedException {
    var hops = new ArrayList<Hop>();
    var url = request.url();
    var credentials = request.credentials();
    while (true) {
      var step =
          exchange.ask(
              new Exchange.Ask(
                  url,
                  request.purpose(),
                  request.condition().at(url),
                  credentials,
                  !hops.isEmpty()),
              course);
      if (Thread.interrupted()) {
        throw new InterruptedException("stopping");
      }
      abroad.heard(step);
      switch (step) {
        case Step.Answer(var status, var headers, var body) -> {
          return new Answered(status, headers, body, trace(number, url, hops, course, began));
        }
        case Step.Nothing(var cause) -> {
          return new Unanswered(cause, trace(number, url, hops, course, began));
        }
        case Step.Elsewhere(var status, var location) -> {
          if (hops.size() == request.purpose().redirects(mostRedirects)) {
            return new Unanswered(Cause.REDIRECT_LIMIT, trace(number, url, hops, course, began));
          }
          var next = Keys.withdrawn(request.credentials(), Redirects.follow(url, location));
          if (next == null) {
            return new Unanswered(Cause.BAD_URL, trace(number, url, hops, course, began));
          }
          // Once they left home, credentials are not sent again, not even back home.
          credentials = next.isOfOrigin(request.url()) ? credentials : null;
          hops.add(new Hop(status, next));
          url = next;
          if (!request.hops().mayFollow(next)) {
            return new Refrained(Duration.ZERO, trace(number, url, hops, course, began));
          }
          if (exchange.admits(next)
              && abroad.enter(next, course) instanceof Hops.Leave.Refused(var wait)) {
            return new Refrained(wait, trace(number, url, hops, course, began));
          }
        }
      }
    }
  }

  private static FetchTrace trace(
      int number, WebUrl url, List<Hop> hops, Course course, long began) {
    var took = Duration.ofNanos(System.nanoTime() - began);
    return new FetchTrace(number, url, hops, course.address(), took, course.phases());
  }
}
