package dev.feedwarden.fetch;

import java.nio.channels.SocketChannel;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.RegistryBuilder;

/**
 * Makes connections whose sockets are those of channels: only they tell without waiting whether
 * there is anything to read.
 */
final class Plugs extends PoolingHttpClientConnectionManagerBuilder {
  @Override
  protected HttpClientConnectionOperator createConnectionOperator(
      SchemePortResolver ports, DnsResolver names, TlsSocketStrategy tls) {
    return new DefaultHttpClientConnectionOperator(
        _ -> SocketChannel.open().socket(),
        ports,
        names,
        RegistryBuilder.<TlsSocketStrategy>create().register(URIScheme.HTTPS.getId(), tls).build());
  }
}
