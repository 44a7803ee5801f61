package dev.feedwarden.run;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolver.LookupPolicy;
import java.net.spi.InetAddressResolverProvider;
import java.nio.ByteBuffer;
import java.util.stream.Stream;

/**
 * The platform's resolver, unless a process was told of a DNS server of its own (-Dtest.dns=PORT):
 * then that one is asked, over the wire, for every name.
 */
public final class AskingResolver extends InetAddressResolverProvider {
  @Override
  public InetAddressResolver get(Configuration configuration) {
    var port = Integer.getInteger("test.dns");
    return port == null ? configuration.builtinResolver() : new Asking(port);
  }

  @Override
  public String name() {
    return "asks the DNS server of a test";
  }

  private record Asking(int port) implements InetAddressResolver {
    private static final int PATIENCE_MILLIS = 500;
    private static final int HEADER = 12;

    // The words are the C library's: by them the product tells a name that is not from silence.
    @Override
    public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
        throws UnknownHostException {
      try (var socket = new DatagramSocket()) {
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        var question = question(host);
        socket.send(new DatagramPacket(question, question.length));
        var packet = new DatagramPacket(new byte[512], 512);
        socket.receive(packet);
        var answer = ByteBuffer.wrap(packet.getData(), 0, packet.getLength());
        if (answer.getShort(6) == 0) {
          throw new UnknownHostException(host + ": Name or service not known");
        }
        var address = new byte[4];
        answer.get(packet.getLength() - address.length, address);
        return Stream.of(InetAddress.getByAddress(host, address));
      } catch (UnknownHostException unknown) {
        throw unknown;
      } catch (IOException silence) {
        throw new UnknownHostException(host + ": Temporary failure in name resolution");
      }
    }

    // RFC 1035, 4.1: recursion desired, one question, for an address.
    private static byte[] question(String host) {
      var out = ByteBuffer.allocate(HEADER + host.length() + 6);
      out.putShort((short) 7).putShort((short) 0x0100).putShort((short) 1).position(HEADER);
      for (var label : host.split("\\.", -1)) {
        out.put((byte) label.length()).put(label.getBytes(US_ASCII));
      }
      return out.put((byte) 0).putShort((short) 1).putShort((short) 1).array();
    }

    @Override
    public String lookupByAddress(byte[] address) throws UnknownHostException {
      throw new UnknownHostException("nobody asks for names");
    }
  }
}
