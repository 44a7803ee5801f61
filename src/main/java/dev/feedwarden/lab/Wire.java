package dev.feedwarden.lab;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** The server's end of a connection during one request: anything at all can be done with it. */
public final class Wire {
  private static final int TAIL = 1024;

  private final Socket socket;
  private final InputStream in;
  private final Journal.Visit visit;
  private boolean kept;

  Wire(Socket socket, InputStream in, Journal.Visit visit) {
    this.socket = socket;
    this.in = in;
    this.visit = visit;
  }

  /** Sends some bytes at once. */
  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Sends text at once, a byte for each character. */
  public void send(String latin1) throws IOException {
    send(latin1.getBytes(ISO_8859_1));
  }

  /**
   * Sends the end of an answer. The request is over before its last bytes leave: a client that
   * hurries to its next request is never counted as having made two at once.
   */
  public void sendLast(byte[] bytes) throws IOException {
    var out = socket.getOutputStream();
    var head = Math.max(0, bytes.length - TAIL);
    out.write(bytes, 0, head);
    visit.end();
    out.write(bytes, head, bytes.length - head);
  }

  /** Leaves the connection open for another request. */
  public void keepAlive() {
    kept = true;
  }

  /** Drops the connection with a TCP reset. */
  public void reset() throws IOException {
    visit.end();
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Waits, but fails as soon as the client hangs up. */
  public void pause(Duration duration) throws IOException, InterruptedException {
    var until = System.nanoTime() + duration.toNanos();
    socket.setSoTimeout(Math.clamp(duration.toMillis(), 1, Integer.MAX_VALUE));
    in.mark(1);
    try {
      hearMoreOrFail();
      in.reset();
      Thread.sleep(Duration.ofNanos(Math.max(0, until - System.nanoTime())));
    } catch (SocketTimeoutException _) {
      // the whole time has passed, with the client still there
    } finally {
      if (!socket.isClosed()) {
        socket.setSoTimeout(0);
      }
    }
  }

  /** Waits until the client hangs up, whatever it still says. */
  public void awaitHangUp() throws IOException {
    while (true) {
      hearMoreOrFail();
    }
  }

  private void hearMoreOrFail() throws IOException {
    if (in.read() < 0) {
      throw new EOFException("the client hung up");
    }
  }

  boolean kept() {
    return kept && !socket.isClosed();
  }
}
