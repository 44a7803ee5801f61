package dev.feedwarden.api.auth;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** People at a browser: a code that is good once, and a cookie that is good for half a day. */
public final class Sessions {
  private static final Duration LIFE = Duration.ofHours(12);
  private static final Duration CODE_LIFE = Duration.ofMinutes(15);
  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Tokens tokens;
  private final Tokens cookies;
  private final boolean secure;
  // By fingerprint: how long it takes to compare them says nothing of the code.
  private final ConcurrentHashMap<String, Instant> codes = new ConcurrentHashMap<>();

  /**
   * @param secure whether browsers reach us by https
   */
  public Sessions(Tokens tokens, boolean secure) {
    this.tokens = tokens;
    this.cookies = tokens.forCookies(() -> new TokenKey.Shared("session", random()));
    this.secure = secure;
  }

  /** A new code for somebody who can read this process's terminal. */
  public String newCode() {
    var code = Base64.getUrlEncoder().withoutPadding().encodeToString(random());
    codes.put(Fingerprint.of(code), tokens.now().plus(CODE_LIFE));
    return code;
  }

  /** The cookie for a code, once. */
  public Optional<String> byCode(String code) {
    var until = codes.remove(Fingerprint.of(code));
    return until == null || !until.isAfter(tokens.now())
        ? Optional.empty()
        : Optional.of(cookie("login-link", Scope.ADMIN, LIFE, UUID.randomUUID().toString()));
  }

  /** The cookie for a token, which ends with it. */
  public Optional<String> byToken(String token) {
    return tokens.caller(token).map(this::cookie);
  }

  // With the token's id, so that it is called back with it.
  private String cookie(Caller caller) {
    var left = Duration.between(tokens.now(), caller.until());
    var life = left.compareTo(LIFE) < 0 ? left : LIFE;
    return cookie(caller.subject(), caller.scope(), life, caller.token());
  }

  private String cookie(String subject, Scope scope, Duration life, String id) {
    return cookies.mint(subject, scope, life, id).map(value -> cookie(value, life)).orElseThrow();
  }

  private String cookie(String value, Duration life) {
    return "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s"
        .formatted(name(), value, life.toSeconds(), secure ? "; Secure" : "");
  }

  /** The cookie's name; browsers hold to what the prefix promises. */
  public String name() {
    return secure ? "__Host-feedwarden" : "feedwarden";
  }

  /** The cookie that ends a session. */
  public String ended() {
    return cookie("", Duration.ZERO);
  }

  /** Whose session a cookie's value is. */
  public Optional<Caller> caller(String value) {
    return cookies.caller(value);
  }

  private static byte[] random() {
    var bytes = new byte[SECRET_BYTES];
    RANDOM.nextBytes(bytes);
    return bytes;
  }
}
