package dev.feedwarden.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A connection that takes HTTP/1.1 at its word. */
final class StrictConnection extends DefaultManagedHttpClientConnection {
  private static final int MOST_INTERIM = 8;
  private static final int SWITCHING_PROTOCOLS = 101;
  private static final Timeout NO_WAIT = Timeout.ofMilliseconds(1); // zero would mean for ever

  /** What was read of the last answer, and perhaps beyond it. */
  private final AtomicReference<@Nullable SessionInputBuffer> read;

  private int interim;

  StrictConnection(String id, Http1Config limits) {
    this(id, limits, new AtomicReference<>());
  }

  private StrictConnection(
      String id, Http1Config limits, AtomicReference<@Nullable SessionInputBuffer> read) {
    super(id, null, null, limits, new Framing(), null, null, null, _ -> parser(limits, read));
    this.read = read;
  }

  // Core's parser wants the status line at once; the client's own skips lines that are none.
  private static HttpMessageParser<ClassicHttpResponse> parser(
      Http1Config limits, AtomicReference<@Nullable SessionInputBuffer> read) {
    var parser = new DefaultHttpResponseParserFactory(limits).create();
    return (buffer, in) -> {
      read.set(buffer);
      return parser.parse(new WholeLines(buffer), in);
    };
  }

  @Override
  protected InputStream createContentInputStream(
      long length, SessionInputBuffer buffer, InputStream in) {
    return super.createContentInputStream(length, new WholeLines(buffer), in);
  }

  @Override
  public void bind(Socket socket) throws IOException {
    super.bind(socket);
    if (socket.isConnected()) { // the client binds before it connects, and again after
      Course.CURRENT.get().connected(socket.getInetAddress());
    }
  }

  @Override
  public ClassicHttpResponse receiveResponseHeader() throws HttpException, IOException {
    var response = super.receiveResponseHeader();
    interim = response.getCode() < 200 ? interim + 1 : 0;
    if (interim > MOST_INTERIM || response.getCode() == SWITCHING_PROTOCOLS) {
      throw new ProtocolException("an interim answer that nobody asked for");
    }
    return response;
  }

  /** Bytes on an idle connection are no answer to anything: it must not be used again. */
  @Override
  public boolean isStale() throws IOException {
    var channel = getSocket() == null ? null : getSocket().getChannel();
    return channel == null
        ? super.isStale() || isDataAvailable(NO_WAIT)
        : !isOpen() || isReadBeyond() || isEndedOrTalking(channel);
  }

  private boolean isReadBeyond() {
    var buffer = read.get();
    return buffer != null && buffer.length() > 0;
  }

  // A read with a time limit would wait for it, as nearly always nothing comes.
  private static boolean isEndedOrTalking(SocketChannel channel) {
    try {
      channel.configureBlocking(false);
      try {
        return channel.read(ByteBuffer.allocate(1)) != 0;
      } finally {
        channel.configureBlocking(true);
      }
    } catch (IOException broken) {
      return true;
    }
  }
}
