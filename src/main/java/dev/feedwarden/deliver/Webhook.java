package dev.feedwarden.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.fetch.Sender;
import dev.feedwarden.fetch.Sender.Message;
import dev.feedwarden.model.WebUrl;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Somebody's program behind a URL; what it gets is signed as Standard Webhooks has it. */
final class Webhook implements Carrier {
  private static final String TYPE = "application/cloudevents+json; charset=utf-8";
  static final String PREFIX = "whsec_";

  private final Sender sender;
  private final WebUrl url;
  private final @Nullable SecretKeySpec key;
  private final InstantSource clock;

  Webhook(Sender sender, WebUrl url, @Nullable String secret, InstantSource clock) {
    this.sender = sender;
    this.url = url;
    this.key = secret == null ? null : new SecretKeySpec(bytes(secret), "HmacSHA256");
    this.clock = clock;
  }

  /** A secret as Standard Webhooks writes it, or any other text. */
  private static byte[] bytes(String secret) {
    if (secret.startsWith(PREFIX)) {
      try {
        return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
      } catch (IllegalArgumentException anyText) {
        return secret.getBytes(UTF_8);
      }
    }
    return secret.getBytes(UTF_8);
  }

  @Override
  public Verdict carry(Letter letter) throws InterruptedException {
    var now = clock.instant();
    return HttpVerdict.of(
        sender.send(new Message(url, headers(letter, now), TYPE, letter.body())),
        answer -> answer.status() >= 200 && answer.status() < 300,
        now);
  }

  private Map<String, String> headers(Letter letter, Instant now) {
    var at = String.valueOf(now.getEpochSecond());
    var headers = new LinkedHashMap<String, String>();
    headers.put("webhook-id", letter.id());
    headers.put("webhook-timestamp", at);
    if (key != null) {
      headers.put(
          "webhook-signature",
          "v1," + signature(key, letter.id() + "." + at + "." + letter.body()));
    }
    return headers;
  }

  private static String signature(SecretKeySpec key, String text) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
    } catch (GeneralSecurityException noHmac) {
      throw new IllegalStateException(noHmac);
    }
  }
}
