package dev.feedwarden.fetch;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Set;
import java.util.stream.Collectors;

/** The machine we run on; what listens there was never meant for the public. */
public final class ThisMachine {
  private ThisMachine() {}

  /** The addresses of every interface, as they are now. */
  public static Set<InetAddress> addresses() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .collect(Collectors.toUnmodifiableSet());
    } catch (SocketException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
