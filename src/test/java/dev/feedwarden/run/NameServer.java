package dev.feedwarden.run;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A DNS server on loopback that knows a few names, and can be cut: then nobody answers. */
final class NameServer implements AutoCloseable {
  private static final int A = 1;
  private static final int ANSWER = 0x8400;
  private static final int NO_SUCH_NAME = 0x8403;

  private final Map<String, String> names;
  private final DatagramSocket socket;
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile boolean cut;

  NameServer(Map<String, String> names) {
    this.names = Map.copyOf(names);
    try {
      this.socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    } catch (IOException noSocket) {
      throw new UncheckedIOException(noSocket);
    }
    Thread.ofVirtual().start(this::serve);
  }

  int port() {
    return socket.getLocalPort();
  }

  void cut() {
    cut = true;
  }

  void mend() {
    cut = false;
  }

  /** How many questions came while nobody answered. */
  int unanswered() {
    return unanswered.get();
  }

  private void serve() {
    try {
      while (true) {
        var packet = new DatagramPacket(new byte[512], 512);
        socket.receive(packet);
        if (cut) {
          unanswered.incrementAndGet();
        } else {
          var answer = answer(ByteBuffer.wrap(packet.getData(), 0, packet.getLength()));
          socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
        }
      }
    } catch (IOException closed) {
      if (!socket.isClosed()) {
        throw new UncheckedIOException(closed);
      }
    }
  }

  // RFC 1035, 4.1: the header, the question as it came, and at most one address.
  private byte[] answer(ByteBuffer query) throws IOException {
    var id = query.getShort();
    query.position(12);
    var name = new StringBuilder();
    for (int length = query.get(); length > 0; length = query.get()) {
      var label = new byte[length];
      query.get(label);
      name.append(name.isEmpty() ? "" : ".").append(new String(label, US_ASCII));
    }
    var type = query.getShort();
    query.getShort();
    var question = new byte[query.position() - 12];
    query.get(12, question);
    var address = names.get(name.toString().toLowerCase(Locale.ROOT));
    var found = address != null && type == A;
    var out = ByteBuffer.allocate(512);
    out.putShort(id).putShort((short) (address == null ? NO_SUCH_NAME : ANSWER));
    out.putShort((short) 1).putShort((short) (found ? 1 : 0)).putInt(0).put(question);
    if (found) {
      out.putShort((short) 0xC00C).putShort((short) A).putShort((short) 1).putInt(0);
      out.putShort((short) 4).put(InetAddress.ofLiteral(address).getAddress());
    }
    var bytes = new byte[out.position()];
    out.get(0, bytes);
    return bytes;
  }

  @Override
  public void close() {
    socket.close();
  }
}
