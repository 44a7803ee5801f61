package dev.feedwarden.fetch;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Resolves a name once per connection and judges every answer before a packet leaves; literals come
 * through here too.
 */
final class GuardedResolver implements DnsResolver, AutoCloseable {
  private static final int MOST_LOOKUPS = 64;
  // EAI_NONAME and EAI_NODATA, which the JDK tells apart from a temporary failure in words only. A
  // failure without words comes from its cache and may be either.
  private static final Pattern NO_SUCH_NAME =
      Pattern.compile("not known|No address associated|No such host");

  private final OutboundGuard guard;
  private final Lookup lookup;
  private final ThreadPoolExecutor lookups = threads();

  GuardedResolver(OutboundGuard guard, Lookup lookup) {
    this.guard = guard;
    this.lookup = lookup;
  }

  // getaddrinfo cannot be interrupted: it gets threads of its own, and we stop waiting for them.
  private static ThreadPoolExecutor threads() {
    var pool =
        new ThreadPoolExecutor(
            MOST_LOOKUPS,
            MOST_LOOKUPS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("dns-", 0).factory());
    pool.allowCoreThreadTimeOut(true);
    return pool;
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
    var began = System.nanoTime();
    var answers = Arrays.asList(lookUp(name));
    if (answers.isEmpty()) {
      throw new UnknownHostException(host);
    }
    // One bad answer spoils all: a name that mixes inner and outer addresses is up to no good.
    if (!answers.stream().allMatch(address -> guard.admits(address, name, port))) {
      throw new Refused(host);
    }
    var judged = Candidates.of(answers);
    Course.CURRENT.get().resolved(began, judged);
    return judged.stream().map(address -> new InetSocketAddress(address, port)).toList();
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
    var answer = lookups.submit(() -> lookup.addresses(name));
    try {
      return answer.get(Course.CURRENT.get().deadline().left().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException silent) {
      answer.cancel(true);
      throw new UnknownHostException(name + ": no answer in time");
    } catch (InterruptedException stopping) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new UnknownHostException(name + ": interrupted");
    } catch (ExecutionException failed) {
      var gone = NO_SUCH_NAME.matcher(String.valueOf(failed.getCause())).find();
      throw gone ? new NoSuchName(name) : new UnknownHostException(name);
    }
  }

  @Override
  public void close() {
    lookups.shutdownNow();
  }
}
