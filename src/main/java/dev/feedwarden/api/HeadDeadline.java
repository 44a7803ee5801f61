package dev.feedwarden.api;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Ends connections on which no request becomes complete in time: each byte begins Jetty's idle time
 * anew, so that a head that comes byte by byte would be waited for nearly for ever.
 */
final class HeadDeadline implements Connection.Listener {
  private final Scheduler scheduler;
  private final Duration time;

  HeadDeadline(Scheduler scheduler, Duration time) {
    this.scheduler = scheduler;
    this.time = time;
  }

  @Override
  public void onOpened(Connection connection) {
    lookLater(connection);
  }

  private void lookLater(Connection connection) {
    var seen = connection.getMessagesIn();
    scheduler.schedule(() -> look(connection, seen), time.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void look(Connection connection, long seen) {
    if (!connection.getEndPoint().isOpen()) {
      return;
    }
    if (!isAnswering(connection) && connection.getMessagesIn() == seen) {
      connection.getEndPoint().close();
    } else {
      lookLater(connection);
    }
  }

  // Not by the number of answers: one counts from its first byte, and a stream has no last one.
  private static boolean isAnswering(Connection connection) {
    return connection instanceof HttpConnection http && http.getHttpChannel().getRequest() != null;
  }
}
