package dev.feedwarden.fetch;

import dev.feedwarden.fetch.KafkaCluster.Said;
import dev.feedwarden.model.Cause;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** What an exception of the Kafka client means. */
final class KafkaWords {
  private KafkaWords() {}

  static Said of(@Nullable Throwable failure) {
    return switch (failure) {
      case RecordTooLargeException large -> new Said.Refused(code(large), word(large));
      case InvalidRecordException bad -> new Said.Refused(code(bad), word(bad));
      // Of a topic that is not there the client says only that it waited in vain.
      case TimeoutException late when late.getCause() instanceof ApiException why -> of(why);
      case TimeoutException _ -> new Said.Unanswered(Cause.TIMEOUT_TOTAL);
      case NetworkException _, DisconnectException _ -> new Said.Unanswered(Cause.RESET);
      case SslAuthenticationException tls -> new Said.Unanswered(tls(tls.getCause()));
      case ConfigException _ -> new Said.Unanswered(Cause.DNS); // no bootstrap name has an address
      case ApiException other -> new Said.Unable(code(other), word(other));
      case null, default ->
          failure != null && failure.getCause() instanceof ApiException why
              ? of(why)
              : new Said.Unanswered(Cause.PROTOCOL);
    };
  }

  private static Cause tls(@Nullable Throwable cause) {
    return cause instanceof SSLException tls ? Causes.beforeAnswer(tls) : Cause.TLS_HANDSHAKE;
  }

  private static int code(ApiException failure) {
    return Errors.forException(failure).code();
  }

  private static String word(ApiException failure) {
    return Errors.forException(failure).name().toLowerCase(Locale.ROOT);
  }
}
