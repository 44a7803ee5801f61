package dev.feedwarden.fetch;

import dev.feedwarden.fetch.Fetcher.Route;
import dev.feedwarden.model.WebUrl;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Apache HttpClient with everything switched off that would act on its own. */
final class Transport {
  private static final int LONGEST_LINE = 16 << 10;
  private static final int MOST_HEADERS = 200;

  private Transport() {}

  static CloseableHttpClient client(GuardedResolver resolver, FetchLimits limits, Route route) {
    var silence = Timeout.of(limits.silence());
    var lines =
        Http1Config.custom()
            .setMaxLineLength(LONGEST_LINE)
            .setMaxHeaderCount(MOST_HEADERS)
            .setMaxEmptyLineCount(4)
            .build();
    var connections =
        new Plugs()
            .setDnsResolver(resolver)
            .setTlsSocketStrategy(new TimedTls(route.trust().strategy()))
            .setConnectionFactory(connectionsWith(lines))
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.of(limits.connect()))
                    .setSocketTimeout(silence)
                    .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
                    .setTimeToLive(TimeValue.ofMinutes(5))
                    .build())
            .setDefaultTlsConfig(
                TlsConfig.custom()
                    .setHandshakeTimeout(silence)
                    .setSupportedProtocols(TLS.V_1_2, TLS.V_1_3)
                    .build())
            .setMaxConnTotal(1_000)
            .setMaxConnPerRoute(16)
            .build();
    return HttpClients.custom()
        .setConnectionManager(connections)
        .setProxy(host(route.proxy()))
        .setDefaultRequestConfig(RequestConfig.custom().setAuthenticationEnabled(false).build())
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableContentCompression()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableConnectionState()
        .disableDefaultUserAgent()
        .setDefaultAuthSchemeRegistry(_ -> null)
        .build();
  }

  private static @Nullable HttpHost host(@Nullable WebUrl proxy) {
    return proxy == null ? null : new HttpHost(proxy.scheme(), proxy.host(), proxy.port());
  }

  private static HttpConnectionFactory<ManagedHttpClientConnection> connectionsWith(
      Http1Config lines) {
    var made = new AtomicLong();
    return _ -> new StrictConnection("connection-" + made.incrementAndGet(), lines);
  }
}
