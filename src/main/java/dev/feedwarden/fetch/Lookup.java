package dev.feedwarden.fetch;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Asks what addresses a name has; a literal is its own answer. */
@FunctionalInterface
interface Lookup {
  InetAddress[] addresses(String name) throws UnknownHostException;
}
