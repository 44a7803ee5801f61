package dev.feedwarden.fetch;

import java.util.regex.Pattern;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.HttpMessage;
import org.apache.hc.core5.http.ProtocolException;

/**
 * Where a body ends (RFC 9112 section 6.3), without leniency: an answer that says it twice, or in a
 * way that two readers may read differently, is none.
 */
final class Framing implements ContentLengthStrategy {
  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

  @Override
  public long determineLength(HttpMessage message) throws ProtocolException {
    var codings = message.getHeaders("Transfer-Encoding");
    var lengths = message.getHeaders("Content-Length");
    if (codings.length + lengths.length > 1) {
      throw new ProtocolException("the length is said more than once");
    }
    if (codings.length == 1) {
      if (!"chunked".equalsIgnoreCase(codings[0].getValue())) {
        throw new ProtocolException("unknown transfer coding");
      }
      return CHUNKED;
    }
    if (lengths.length == 0) {
      return UNDEFINED;
    }
    if (!LENGTH.matcher(lengths[0].getValue()).matches()) {
      throw new ProtocolException("the length is not a number");
    }
    return Long.parseLong(lengths[0].getValue());
  }
}
