package dev.feedwarden.lab;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What an upstream does with a request; unless told to keep it, the connection is closed after. */
@FunctionalInterface
public interface Behaviour {
  /** Answers, well or badly; an {@link IOException} means that the client has gone. */
  void answer(Request request, Wire wire) throws IOException, InterruptedException;

  /** Waits first; a client that gives up meanwhile is noticed. */
  static Behaviour afterDelay(Duration delay, Behaviour then) {
    return (request, wire) -> {
      wire.pause(delay);
      then.answer(request, wire);
    };
  }

  /** One behaviour for each request in turn; the last repeats. */
  static Behaviour inTurn(Behaviour first, Behaviour... more) {
    var rest = List.of(more);
    var next = new AtomicInteger();
    return (request, wire) -> {
      var turn = Math.min(next.getAndIncrement(), rest.size());
      var behaviour = turn == 0 ? first : rest.get(turn - 1);
      behaviour.answer(request, wire);
    };
  }
}
