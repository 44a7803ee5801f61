package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.util.Base64URL;
import dev.feedwarden.api.auth.Caller;
import dev.feedwarden.api.auth.KeyRing;
import dev.feedwarden.api.auth.KeyText;
import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.api.auth.TokenKey;
import dev.feedwarden.api.auth.Tokens;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tokens are believed. */
final class TokensTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final long S = NOW.getEpochSecond();
  private static final String HEADER = "{\"alg\":\"HS256\"}";
  private static final String GOOD =
      "\"iss\":\"feedwarden\",\"aud\":\"feedwarden\",\"sub\":\"me\",\"scope\":\"read\"";
  private static final KeyPair RSA = pair("RSA");
  private static final KeyPair EDWARDS = pair("Ed25519");

  private final Tokens tokens = new Tokens(Served.KEYS, Served.RULES, () -> NOW);

  @Test
  void what_is_minted_is_believed() {
    var token = tokens.mint("me", Scope.WRITE, Duration.ofDays(1)).orElseThrow();

    var caller = tokens.caller(token).orElseThrow();
    assertThat(caller)
        .isEqualTo(new Caller("me", Scope.WRITE, NOW.plus(Duration.ofDays(1)), caller.token()));
  }

  @Test
  void p_11_one_token_can_be_called_back_by_its_id() throws GeneralSecurityException {
    var one = tokens.mint("me", Scope.WRITE, Duration.ofDays(1)).orElseThrow();
    var other = tokens.mint("me", Scope.WRITE, Duration.ofDays(1)).orElseThrow();
    var foreign = hmac(HEADER, claims(), Served.SECRET); // has no id of its own
    var revoked = new HashSet<String>();
    var now = new Tokens(Served.KEYS, Served.RULES, () -> NOW, revoked::contains);
    revoked.add(now.caller(one).orElseThrow().token());
    revoked.add(now.caller(foreign).orElseThrow().token());

    assertThat(now.caller(one)).isEmpty();
    assertThat(now.caller(foreign)).isEmpty();
    assertThat(now.caller(respelt(foreign))).isEmpty();
    assertThat(now.caller(other)).isPresent();
  }

  // The last letter of a signature of 32 bytes has two bits that stand for nothing.
  private static String respelt(String token) {
    var letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    var last = letters.indexOf(token.charAt(token.length() - 1));
    return token.substring(0, token.length() - 1) + letters.charAt(last ^ 1);
  }

  @ParameterizedTest(name = "p_01 {0}")
  @ValueSource(
      strings = {"", "a", "a.b", "aa.bb.cc.dd", "aa.bb.", "..", "a+.bb.cc", "e30=.e30=.aa"})
  void p_01_what_is_no_token_is_not_believed(String text) {
    assertThat(tokens.caller(text)).isEmpty();
    assertThat(tokens.caller("x".repeat(100_000))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "None", "NONE", "nOnE", "", "HS512", "RS256", "hs256"})
  void p_02_the_algorithm_is_the_keys(String alg) throws GeneralSecurityException {
    var header = "{\"alg\":\"" + alg + "\"}";

    assertThat(tokens.caller(hmac(header, claims(), Served.SECRET))).isEmpty();
    assertThat(tokens.caller(encoded(header) + "." + encoded(claims()) + ".")).isEmpty();
    assertThat(tokens.caller(hmac(HEADER, claims(), Served.SECRET))).isPresent();
  }

  @Test
  void p_02_a_signature_of_something_else_is_none() throws GeneralSecurityException {
    var one = hmac(HEADER, claims(), Served.SECRET);
    var two = hmac(HEADER, claims().replace("read", "admin"), Served.SECRET);

    assertThat(
            tokens.caller(
                two.substring(0, two.lastIndexOf('.')) + one.substring(one.lastIndexOf('.'))))
        .isEmpty();
  }

  @Test
  void p_03_a_public_key_is_never_a_secret() throws GeneralSecurityException {
    var rsa = new Tokens(ring(RSA.getPublic()), Served.RULES, () -> NOW);
    var pem = pem(RSA.getPublic());
    for (var secret :
        List.of(
            pem.getBytes(UTF_8),
            pem.strip().getBytes(UTF_8),
            pem.replace("\n", "").getBytes(UTF_8),
            RSA.getPublic().getEncoded())) {
      assertThat(rsa.caller(hmac(HEADER, claims(), secret))).isEmpty();
    }
    assertThat(rsa.caller(signed("RS256", "SHA256withRSA", RSA))).isPresent();
  }

  @Test
  void p_04_a_key_is_not_used_for_anothers_algorithm() throws GeneralSecurityException {
    var both =
        new Tokens(
            new KeyRing(List.of(key("r", RSA.getPublic()), key("e", EDWARDS.getPublic()))),
            Served.RULES,
            () -> NOW);

    assertThat(both.caller(signed("EdDSA", "Ed25519", EDWARDS))).isPresent();
    assertThat(both.caller(signed("RS256", "Ed25519", EDWARDS))).isEmpty();
    assertThat(both.caller(signed("PS256", "SHA256withRSA", RSA))).isEmpty();
    assertThat(both.caller(signed("RS512", "SHA512withRSA", RSA))).isEmpty();
    assertThat(
            both.caller(
                encoded("{\"alg\":\"ES256\"}")
                    + "."
                    + encoded(claims())
                    + "."
                    + Base64URL.encode(new byte[64])))
        .isEmpty();
    assertThat(
            both.caller(
                encoded("{\"alg\":\"EdDSA\"}")
                    + "."
                    + encoded(claims())
                    + "."
                    + Base64URL.encode(new byte[64])))
        .isEmpty();
  }

  @Test
  void p_04_a_weak_key_is_refused() throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(1024);

    assertThat(KeyText.of("k", pem(generator.generateKeyPair().getPublic())))
        .isInstanceOf(KeyText.Read.Bad.class);
    assertThat(KeyText.of("k", "x".repeat(31))).isInstanceOf(KeyText.Read.Bad.class);
    assertThat(KeyText.of("k", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"))
        .isInstanceOf(KeyText.Read.Bad.class);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "{\"alg\":\"HS256\",\"jku\":\"https://evil.example/\"}",
        "{\"alg\":\"HS256\",\"x5u\":\"https://evil.example/\"}",
        "{\"alg\":\"HS256\",\"jwk\":{\"kty\":\"oct\",\"k\":\"AA\"}}",
        "{\"alg\":\"HS256\",\"x5c\":[\"AA\"]}",
        "{\"alg\":\"HS256\",\"kid\":\"../../dev/null\"}",
        "{\"alg\":\"HS256\",\"kid\":\"' OR 1=1\"}",
        "{\"alg\":\"HS256\",\"kid\":7}",
        "{\"alg\":\"HS256\",\"crit\":[\"x\"],\"x\":1}",
        "{\"alg\":\"HS256\",\"zip\":\"DEF\"}",
        "{\"alg\":\"HS256\",\"b64\":false}",
        "{\"alg\":\"HS256\",\"enc\":\"A128GCM\",\"p2c\":2147483648}",
        "{\"alg\":\"HS256\",\"cty\":\"JWT\"}",
        "{\"alg\":\"HS256\",\"typ\":\"dpop+jwt\"}",
        "{\"alg\":\"HS256\",\"alg\":\"HS256\"}",
        "[\"HS256\"]",
        "{\"alg\":\"HS256\"}{}"
      })
  void p_05_p_06_p_10_a_header_that_asks_for_more_is_refused(String header)
      throws GeneralSecurityException {
    assertThat(tokens.caller(hmac(header, claims(), Served.SECRET))).isEmpty();
  }

  @ParameterizedTest(name = "exp {0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1772366400          | true
          1772366341          | true
          1772366340          | false
          1772366339          | false
          1803988800          | true
          1803988860          | true
          1803988861          | false
          253402300799        | false
          9223372036854775807 | false
          9223372036854775808 | false
          -1                  | false
          1772366400.5        | false
          1.7723664e9         | false
          "1772366400"        | false
          null                | false
          true                | false
          """)
  void p_07_the_end_must_be_a_whole_second_that_is_near(String exp, boolean good)
      throws GeneralSecurityException {
    var token = hmac(HEADER, "{" + GOOD + ",\"exp\":" + exp + "}", Served.SECRET);

    assertThat(tokens.caller(token).isPresent()).isEqualTo(good);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          "iss":"feedwarden","aud":"feedwarden","sub":"me","scope":"read"                    | true
          "iss":"feedwarden","aud":["x","feedwarden"],"sub":"me","scope":"read"              | true
          "iss":"feedwarden","aud":"feedwarden","sub":"me","scope":"x write"                 | true
          "iss":"feedwarden","aud":"feedwarden","sub":"me","scope":"read","nbf":1772366460   | true
          "iss":"feedwarden","aud":"feedwarden","sub":"me","scope":"read","nbf":1772366461   | false
          "iss":"feedwarden","aud":"feedwarden","sub":"me","scope":"read","iat":1772366461   | false
          "iss":"feedwarden","aud":"feedwarden","sub":"me","scope":"read","iat":"now"        | false
          "iss":"feedwarden","aud":"other","sub":"me","scope":"read"                         | false
          "iss":"feedwarden","aud":[],"sub":"me","scope":"read"                              | false
          "iss":"feedwarden","aud":"feedwarden/session","sub":"me","scope":"read"            | false
          "iss":"feedwarden","sub":"me","scope":"read"                                       | false
          "iss":"evil","aud":"feedwarden","sub":"me","scope":"read"                          | false
          "aud":"feedwarden","sub":"me","scope":"read"                                       | false
          "iss":"feedwarden","aud":"feedwarden","scope":"read"                               | false
          "iss":"feedwarden","aud":"feedwarden","sub":" ","scope":"read"                     | false
          "iss":"feedwarden","aud":"feedwarden","sub":7,"scope":"read"                       | false
          "iss":"feedwarden","aud":"feedwarden","sub":"me"                                   | false
          "iss":"feedwarden","aud":"feedwarden","sub":"me","scope":"root"                    | false
          "iss":"feedwarden","aud":"feedwarden","sub":"me","scope":["read"]                  | false
          "iss":"feedwarden","aud":"feedwarden","sub":"me","scope":"read","scope":"admin"    | false
          """)
  void p_08_p_10_claims_must_be_ours_and_be_said_once(String claims, boolean good)
      throws GeneralSecurityException {
    var token = hmac(HEADER, "{" + claims + ",\"exp\":" + (S + 60) + "}", Served.SECRET);

    assertThat(tokens.caller(token).isPresent()).isEqualTo(good);
  }

  @Test
  void p_09_two_keys_are_good_until_one_is_taken_away() throws GeneralSecurityException {
    var old = new TokenKey.Shared("old", Served.SECRET);
    var fresh = new TokenKey.Shared("new", "another secret of thirty-two bytes".getBytes(UTF_8));
    var both = new Tokens(new KeyRing(List.of(fresh, old)), Served.RULES, () -> NOW);
    var after = new Tokens(new KeyRing(List.of(fresh)), Served.RULES, () -> NOW);
    var before = hmac("{\"alg\":\"HS256\",\"kid\":\"old\"}", claims(), Served.SECRET);
    var nameless = hmac(HEADER, claims(), Served.SECRET);
    var unknown = hmac("{\"alg\":\"HS256\",\"kid\":\"x\"}", claims(), Served.SECRET);

    assertThat(both.caller(before)).isPresent();
    assertThat(both.caller(nameless)).isPresent();
    assertThat(both.caller(unknown)).isEmpty();
    assertThat(after.caller(before)).isEmpty();
    assertThat(after.caller(both.mint("me", Scope.READ, Duration.ofHours(1)).orElseThrow()))
        .isPresent();
  }

  @Test
  void p_12_claims_are_not_looked_at_before_the_signature() {
    // A payload that is no JSON at all is refused like any other that is not signed.
    assertThat(tokens.caller(encoded(HEADER) + "." + encoded("not json") + ".AAAA")).isEmpty();
  }

  private static String claims() {
    return "{" + GOOD + ",\"exp\":" + (S + 60) + "}";
  }

  private static String hmac(String header, String claims, byte[] secret)
      throws GeneralSecurityException {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    var text = encoded(header) + "." + encoded(claims);
    return text + "." + Base64URL.encode(mac.doFinal(text.getBytes(UTF_8)));
  }

  private static String signed(String alg, String with, KeyPair pair)
      throws GeneralSecurityException {
    var signature = Signature.getInstance(with);
    signature.initSign(pair.getPrivate());
    var text = encoded("{\"alg\":\"" + alg + "\"}") + "." + encoded(claims());
    signature.update(text.getBytes(UTF_8));
    return text + "." + Base64URL.encode(signature.sign());
  }

  private static String encoded(String text) {
    return Base64URL.encode(text).toString();
  }

  private static KeyRing ring(PublicKey key) {
    return new KeyRing(List.of(key("k", key)));
  }

  private static TokenKey key(String kid, PublicKey key) {
    return switch (KeyText.of(kid, pem(key))) {
      case KeyText.Read.Good(var good) -> good;
      case KeyText.Read.Bad(var reason) -> throw new AssertionError(reason);
    };
  }

  private static String pem(PublicKey key) {
    return "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
        + "\n-----END PUBLIC KEY-----\n";
  }

  private static KeyPair pair(String algorithm) {
    try {
      return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
