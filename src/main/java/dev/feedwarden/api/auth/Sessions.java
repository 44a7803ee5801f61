package dev.feedwarden.api.auth;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** People at a browser: a code that is good once, and a cookie that is good for half a day. */
public final class Sessions {
  private static final Duration LIFE = Duration.ofHours(12);
  private static final Duration CODE_LIFE = Duration.ofMinutes(15);
  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Tokens tokens;
  private final Tokens cookies;
  private final InstantSource clock;
  private final boolean secure;
  private final ConcurrentHashMap<String, Instant> codes = new ConcurrentHashMap<>();

  /**
   * @param secure whether browsers reach us by https
   */
  public Sessions(KeyRing keys, TokenRules rules, InstantSource clock, boolean secure) {
    this.tokens = new Tokens(keys, rules, clock);
    // With public keys alone a cookie lives as long as this process.
    var signing = keys.signing().orElseGet(() -> new TokenKey.Shared("session", random()));
    this.cookies =
        new Tokens(new KeyRing(List.of(signing)), rules, clock)
            .audience(rules.audience() + "/session");
    this.clock = clock;
    this.secure = secure;
  }

  /** A new code for somebody who can read this process's terminal. */
  public String newCode() {
    var code = Base64.getUrlEncoder().withoutPadding().encodeToString(random());
    codes.put(code, clock.instant().plus(CODE_LIFE));
    return code;
  }

  /** The cookie for a code, once. */
  public Optional<String> byCode(String code) {
    var until = codes.remove(code);
    return until == null || !until.isAfter(clock.instant())
        ? Optional.empty()
        : Optional.of(cookie("login-link", Scope.ADMIN, LIFE));
  }

  /** The cookie for a token, which ends with it. */
  public Optional<String> byToken(String token) {
    return tokens.caller(token).map(this::cookie);
  }

  private String cookie(Caller caller) {
    var left = Duration.between(clock.instant(), caller.until());
    return cookie(caller.subject(), caller.scope(), left.compareTo(LIFE) < 0 ? left : LIFE);
  }

  private String cookie(String subject, Scope scope, Duration life) {
    return cookies.mint(subject, scope, life).map(value -> cookie(value, life)).orElseThrow();
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
