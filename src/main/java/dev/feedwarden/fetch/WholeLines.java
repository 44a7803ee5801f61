package dev.feedwarden.fetch;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.io.HttpTransportMetrics;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * A buffer that fails when the connection ends where a line should be. Left alone, the client takes
 * the end of the connection for the end of the headers and trailers.
 */
record WholeLines(SessionInputBuffer buffer) implements SessionInputBuffer {
  @Override
  public int readLine(CharArrayBuffer line, InputStream in) throws IOException {
    var length = buffer.readLine(line, in);
    if (length < 0) {
      throw new ConnectionClosedException("the connection ended between two lines");
    }
    return length;
  }

  @Override
  public int length() {
    return buffer.length();
  }

  @Override
  public int capacity() {
    return buffer.capacity();
  }

  @Override
  public int available() {
    return buffer.available();
  }

  @Override
  public int read(byte[] bytes, int from, int length, InputStream in) throws IOException {
    return buffer.read(bytes, from, length, in);
  }

  @Override
  public int read(byte[] bytes, InputStream in) throws IOException {
    return buffer.read(bytes, in);
  }

  @Override
  public int read(InputStream in) throws IOException {
    return buffer.read(in);
  }

  @Override
  public HttpTransportMetrics getMetrics() {
    return buffer.getMetrics();
  }
}
