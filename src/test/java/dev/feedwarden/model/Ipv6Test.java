package dev.feedwarden.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class Ipv6Test {
  @ParameterizedTest
  @CsvSource({
    "::, ::",
    "0:0:0:0:0:0:0:0, ::",
    "::1, ::1",
    "0::1, ::1",
    "1::, 1::",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
    "2001:0DB8:0000:0000:0008:0800:200C:417A, 2001:db8::8:800:200c:417a",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1", // a single zero is not shortened
    "2001:0:0:1:0:0:0:1, 2001:0:0:1::1", // the longest run
    "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1", // the first of two
    "::ffff:192.0.2.128, ::ffff:c000:280",
    "64:ff9b::8.8.8.8, 64:ff9b::808:808",
    "1:2:3:4:5:6:1.2.3.4, 1:2:3:4:5:6:102:304",
    "::1.2.3.4, ::102:304"
  })
  void an_address_has_one_spelling(String written, String canonical) {
    assertThat(Ipv6.canonical(written)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":",
        ":::",
        "1",
        "1:2",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4::5:6:7:8",
        "::1:2:3:4:5:6:7:8",
        "1::2::3",
        ":1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7:8:",
        "12345::",
        "g::",
        "+1::",
        "١::",
        "fe80::1%eth0",
        "fe80::1%25eth0",
        "1.2.3.4",
        "1.2.3.4::",
        "::1.2.3.4:5",
        "::1.2.3",
        "::1.2.3.256",
        "::01.2.3.4",
        "1:2:3:4:5:6:7:1.2.3.4"
      })
  void what_is_no_address_is_nothing(String text) {
    assertThat(Ipv6.canonical(text)).isNull();
  }
}
