package dev.feedwarden.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Credentials;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class VaultTest {
  private final Vault vault = new Vault(Vault.newKey());

  static Stream<Credentials> kinds() {
    return Stream.of(
        new Credentials.Basic("ann-of-cleves", "pass:word-é"),
        new Credentials.Header("Authorization", "Bearer a-b-c"),
        new Credentials.QueryToken("token", ""));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void what_is_locked_comes_back_and_is_nowhere_to_be_read(Credentials credentials) {
    var locked = vault.lock(credentials);

    assertThat(vault.unlock(locked)).hasValue(credentials);
    // Dashes, colons and blanks are not in the base64 alphabet: no random text can hold these.
    assertThat(locked.text()).doesNotContain("ann-of", "pass:", "word-", "Bearer a-b");
    assertThat(credentials.toString() + locked).doesNotContain("pass:", "a-b-c", "v1:");
  }

  @Test
  void the_same_credentials_are_never_locked_to_the_same_text() {
    var credentials = new Credentials.Basic("ann", "secret");

    assertThat(vault.lock(credentials)).isNotEqualTo(vault.lock(credentials));
  }

  @Test
  void another_key_or_a_changed_text_opens_nothing() {
    var locked = vault.lock(new Credentials.Basic("ann", "secret"));
    var text = locked.text();
    var changed = text.substring(0, 10) + (text.charAt(10) == 'A' ? 'B' : 'A') + text.substring(11);

    assertThat(new Vault(Vault.newKey()).unlock(locked)).isEmpty();
    assertThat(vault.unlock(new Credentials.Encrypted(changed))).isEmpty();
    assertThat(vault.unlock(new Credentials.Encrypted("v1:!!"))).isEmpty();
    assertThat(vault.unlock(new Credentials.Encrypted("v1:"))).isEmpty();
    assertThat(vault.unlock(new Credentials.Encrypted(""))).isEmpty();
  }
}
