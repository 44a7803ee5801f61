package dev.feedwarden.api.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.util.Base64URL;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Signed tokens: whose they are, and new ones. */
public final class Tokens {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  // A header that asks for anything else (crit, jku, jwk, zip …) asks for what we do not do.
  private static final Set<String> HEADER = Set.of("alg", "kid", "typ");
  private static final Set<String> TYPES = Set.of("JWT", "at+jwt");

  /** How far clocks may be apart. */
  public static final Duration SKEW = Duration.ofSeconds(60);

  private static final int LONGEST_SUBJECT = 200;

  private final KeyRing keys;
  private final TokenRules rules;
  private final InstantSource clock;
  private final Predicate<String> revoked;

  /** Where no token was ever called back. */
  public Tokens(KeyRing keys, TokenRules rules, InstantSource clock) {
    this(keys, rules, clock, _ -> false);
  }

  /**
   * @param revoked whether the token of an id was called back
   */
  public Tokens(KeyRing keys, TokenRules rules, InstantSource clock, Predicate<String> revoked) {
    this.keys = keys;
    this.rules = rules;
    this.clock = clock;
    this.revoked = revoked;
  }

  /** The same for cookies; with public keys alone they live as long as this process. */
  Tokens forCookies(Supplier<TokenKey.Shared> otherwise) {
    var signing = keys.signing().orElseGet(otherwise);
    return new Tokens(
        new KeyRing(List.of(signing)),
        rules.audience(rules.audience() + "/session"),
        clock,
        revoked);
  }

  Instant now() {
    return clock.instant();
  }

  /** Whose token it is, if it is good; the signature is checked before a claim is looked at. */
  public Optional<Caller> caller(String token) {
    return Compact.of(token)
        .filter(this::isSigned)
        .flatMap(compact -> json(compact.payload()).flatMap(claims -> caller(compact, claims)))
        .filter(caller -> !revoked.test(caller.token()));
  }

  private boolean isSigned(Compact token) {
    var header = json(token.header()).orElse(null);
    if (header == null || !HEADER.containsAll(header.propertyNames())) {
      return false;
    }
    var kid = header.get("kid");
    var typ = header.get("typ");
    if ((kid != null && !kid.isString())
        || (typ != null && !(typ.isString() && TYPES.contains(typ.asString())))
        || !header.path("alg").isString()) {
      return false;
    }
    return keys
        .candidates(header.path("alg").asString(), kid == null ? null : kid.asString())
        .stream()
        .anyMatch(key -> key.verifies(token.signed(), token.signature()));
  }

  private Optional<Caller> caller(Compact token, JsonNode claims) {
    var now = clock.instant();
    var until = time(claims.get("exp"));
    if (until == null
        || !until.plus(SKEW).isAfter(now)
        || until.isAfter(now.plus(rules.longestLife()).plus(SKEW))
        || !hasBegun(claims, "nbf", now)
        || !hasBegun(claims, "iat", now)
        || !isText(claims.get("iss"), rules.issuer())
        || !isForUs(claims.get("aud"))
        || !isName(claims.get("sub"))
        || (claims.has("jti") && !isName(claims.get("jti")))) {
      return Optional.empty();
    }
    return scope(claims.get("scope"))
        .map(
            scope ->
                new Caller(
                    claims.path("sub").asString(),
                    scope,
                    until,
                    claims.path("jti").asString(token.fingerprint())));
  }

  private static boolean hasBegun(JsonNode claims, String name, Instant now) {
    var claim = claims.get(name);
    var at = time(claim);
    return claim == null || (at != null && !at.isAfter(now.plus(SKEW)));
  }

  // RFC 7519 allows fractions; nobody needs them, and a double of any size is a trap.
  private static @Nullable Instant time(@Nullable JsonNode claim) {
    return claim != null
            && claim.isIntegralNumber()
            && claim.canConvertToLong()
            && claim.asLong() >= 0
            && claim.asLong() <= Instant.MAX.getEpochSecond()
        ? Instant.ofEpochSecond(claim.asLong())
        : null;
  }

  private boolean isForUs(@Nullable JsonNode audience) {
    return audience != null
        && (isText(audience, rules.audience())
            || (audience.isArray()
                && audience.valueStream().anyMatch(one -> isText(one, rules.audience()))));
  }

  private static boolean isText(@Nullable JsonNode node, String text) {
    return node != null && node.isString() && node.asString().equals(text);
  }

  // It is written to the audit and the log.
  private static boolean isName(@Nullable JsonNode node) {
    return node != null
        && node.isString()
        && !node.asString().isBlank()
        && node.asString().length() <= LONGEST_SUBJECT
        && node.asString().chars().noneMatch(c -> Character.isISOControl(c) || isHalf(c));
  }

  private static boolean isHalf(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }

  // The greatest of several, as "read write" is how OAuth spells a list (RFC 8693 section 4.2).
  private static Optional<Scope> scope(@Nullable JsonNode claim) {
    return claim == null || !claim.isString()
        ? Optional.empty()
        : List.of(claim.asString().split(" ", -1)).stream()
            .flatMap(word -> Scope.ofWire(word).stream())
            .max(Scope::compareTo);
  }

  private static Optional<JsonNode> json(byte[] bytes) {
    try {
      return Optional.of(JSON.readTree(new String(bytes, UTF_8))).filter(JsonNode::isObject);
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  /** A new token; nothing if no key of ours can sign. */
  public Optional<String> mint(String subject, Scope scope, Duration life) {
    return mint(subject, scope, life, UUID.randomUUID().toString());
  }

  /** A new token with an id of its own, or with that of the token that it stands for. */
  Optional<String> mint(String subject, Scope scope, Duration life, String id) {
    return keys.signing().map(key -> mint(key, subject, scope, life, id));
  }

  private String mint(TokenKey.Shared key, String subject, Scope scope, Duration life, String id) {
    var now = clock.instant().getEpochSecond();
    var claims = new LinkedHashMap<String, Object>();
    claims.put("iss", rules.issuer());
    claims.put("aud", rules.audience());
    claims.put("sub", subject);
    claims.put("jti", id);
    claims.put("scope", scope.wire());
    claims.put("iat", now);
    claims.put("exp", now + life.toSeconds());
    var header = Map.of("alg", key.algorithm(), "kid", key.kid(), "typ", "JWT");
    var signed = encoded(header) + "." + encoded(claims);
    try {
      var signature =
          new MACSigner(key.secret())
              .sign(new JWSHeader(JWSAlgorithm.HS256), signed.getBytes(UTF_8));
      return signed + "." + signature;
    } catch (JOSEException tooShort) {
      throw new IllegalStateException("a key that was accepted cannot sign", tooShort);
    }
  }

  private static Base64URL encoded(Map<String, ?> json) {
    return Base64URL.encode(JSON.writeValueAsString(json));
  }
}
