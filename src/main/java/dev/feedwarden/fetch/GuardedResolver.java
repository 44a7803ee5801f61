package dev.feedwarden.fetch;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Resolves a name once per connection and judges every answer before a packet leaves; literals come
 * through here too.
 */
final class GuardedResolver implements DnsResolver, AutoCloseable {
  private static final int MOST_LOOKUPS = 64;
  private static final int MOST_ADDRESSES = 4;

  private final OutboundGuard guard;
  private final Duration patience;
  // getaddrinfo cannot be interrupted: it gets threads of its own, and we stop waiting for them.
  private final ExecutorService lookups =
      new ThreadPoolExecutor(
          0,
          MOST_LOOKUPS,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          Thread.ofPlatform().daemon().name("dns-", 0).factory());

  GuardedResolver(OutboundGuard guard, Duration patience) {
    this.guard = guard;
    this.patience = patience;
  }

  /** An answer that the guard refuses; which address it was is nobody's business. */
  static final class Refused extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    Refused(String host) {
      super(host);
    }
  }

  /** The name exists nowhere. */
  static final class NoSuchName extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    NoSuchName(String host) {
      super(host);
    }
  }

  @Override
  public List<InetSocketAddress> resolve(String host, int port) throws UnknownHostException {
    var name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    var answers = lookUp(name);
    // One bad answer spoils all: a name that mixes inner and outer addresses is up to no good.
    if (!Arrays.stream(answers).allMatch(a -> guard.admits(a, name, port))) {
      throw new Refused(host);
    }
    return Arrays.stream(answers)
        .limit(MOST_ADDRESSES)
        .map(address -> new InetSocketAddress(address, port))
        .toList();
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    throw new Refused(host); // without a port there is nothing to judge
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }

  private InetAddress[] lookUp(String name) throws UnknownHostException {
    var lookup = lookups.submit(() -> InetAddress.getAllByName(name));
    try {
      return lookup.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException silent) {
      lookup.cancel(true);
      throw new UnknownHostException(name + ": no answer in time");
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new UnknownHostException(name + ": interrupted");
    } catch (ExecutionException failed) {
      // The JDK tells the two kinds apart only in words: EAI_NONAME and EAI_NODATA against
      // EAI_AGAIN.
      var text = String.valueOf(failed.getCause());
      var temporary = text.contains("Temporary failure") || text.contains("System error");
      throw temporary ? new UnknownHostException(name) : new NoSuchName(name);
    }
  }

  @Override
  public void close() {
    lookups.shutdownNow();
  }
}
