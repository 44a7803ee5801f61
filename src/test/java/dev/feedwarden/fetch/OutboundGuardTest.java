package dev.feedwarden.fetch;

import static dev.feedwarden.fetch.Fetching.allowing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.WebUrl;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a packet may go; no test here asks the DNS. */
final class OutboundGuardTest {
  private static final OutboundGuard STRICT = allowing();

  @ParameterizedTest(name = "{1} to {2} are special")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          -,                0.0.0.0,          0.255.255.255,    1.0.0.0
          9.255.255.255,    10.0.0.0,         10.255.255.255,   11.0.0.0
          100.63.255.255,   100.64.0.0,       100.127.255.255,  100.128.0.0
          126.255.255.255,  127.0.0.0,        127.255.255.255,  128.0.0.0
          168.63.129.15,    168.63.129.16,    168.63.129.16,    168.63.129.17
          169.253.255.255,  169.254.0.0,      169.254.255.255,  169.255.0.0
          172.15.255.255,   172.16.0.0,       172.31.255.255,   172.32.0.0
          191.255.255.255,  192.0.0.0,        192.0.0.255,      192.0.1.0
          192.0.1.255,      192.0.2.0,        192.0.2.255,      192.0.3.0
          192.88.98.255,    192.88.99.0,      192.88.99.255,    192.88.100.0
          192.167.255.255,  192.168.0.0,      192.168.255.255,  192.169.0.0
          198.17.255.255,   198.18.0.0,       198.19.255.255,   198.20.0.0
          198.51.99.255,    198.51.100.0,     198.51.100.255,   198.51.101.0
          203.0.112.255,    203.0.113.0,      203.0.113.255,    203.0.114.0
          223.255.255.255,  224.0.0.0,        255.255.255.255,  -
          """)
  void special_ranges_of_the_old_internet_end_where_they_end(
      @Nullable String before, String first, String last, @Nullable String after) {
    assertThat(STRICT.admits(url(first))).isFalse();
    assertThat(STRICT.admits(url(last))).isFalse();
    assertThat(before == null || STRICT.admits(url(before))).isTrue();
    assertThat(after == null || STRICT.admits(url(after))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "::", // unspecified
        "::1",
        "::2",
        "::127.0.0.1", // IPv4-compatible
        "::ffff:10.0.0.1", // IPv4-mapped
        "::ffff:a00:1",
        "::ffff:0:10.0.0.1", // IPv4-translated
        "64:ff9b::10.0.0.1", // NAT64
        "64:ff9b::7f00:1",
        "64:ff9b:1::1", // local NAT64
        "100::1", // discard
        "1fff:ffff::1",
        "2001::1", // Teredo
        "2001:1::1",
        "2001:2::1", // benchmarks
        "2001:10::1", // ORCHID
        "2001:20::1",
        "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001:db8::1",
        "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
        "2002::1", // 6to4
        "2002:7f00:1::",
        "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "3fff::1", // documentation
        "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
        "4000::1",
        "5f00::1", // segment routing
        "fc00::1",
        "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "fd00:ec2::254", // a cloud's metadata
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
      })
  void special_ranges_of_the_new_internet_are_refused(String address) {
    assertThat(STRICT.admits(url("[" + address + "]"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2000::1",
        "2001:200::1",
        "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001:db9::1",
        "2001:4860:4860::8888",
        "2003::1",
        "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "3fff:1000::1",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8"
      })
  void ordinary_addresses_of_the_new_internet_are_admitted(String address) {
    assertThat(STRICT.admits(url("[" + address + "]"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.1/",
        "http://127.0.1/",
        "http://2130706433/",
        "http://0/",
        "http://0x7f000001/",
        "http://0x7f.0.0.1/",
        "http://0X7F.1/",
        "http://0177.0.0.1/",
        "http://0177.0x0.0.1/",
        "http://017700000001/",
        "http://127.0.0.01/",
        "http://127.0.0.1./",
        "http://127.0.0.1../",
        "http://127。0。0。1/",
        "http://１２７.0.0.1/",
        "http://①②⑦.0.0.1/",
        "http://127%2E0%2E0%2E1/",
        "http://127.0.0.1%00.example/",
        "http://256.256.256.256/",
        "http://1.2.3.4.5/",
        "http://08.8.8.8/",
        "http://8.8.8/",
        "http://[::1/",
        "http://[::1%25eth0]/",
        "http://[fe80::1%eth0]/",
        "http://[::ffff:127.1]/",
        "http://[0:0:0:0:0:0:0:1]/",
        "http://[0000:0000:0000:0000:0000:ffff:7f00:0001]/",
        "http://[1:2]/",
        "http://[:::]/",
        "http://[::1::]/",
        "http://[1:2:3:4:5:6:7:8:9]/",
        "http://[12345::1]/",
        "http://[v1.x]/",
        "http://::1/",
        "http://1.1.1.1@127.0.0.1/",
        "http://127.0.0.1\\@1.1.1.1/",
        "http://127.0.0.1#@1.1.1.1/",
        "http://localhost/",
        "http://LOCALHOST./",
        "http://ⓛocalhost/"
      })
  void no_spelling_of_an_inner_address_is_admitted(String text) {
    assertThat(WebUrl.parse(text) instanceof WebUrl.Parsed.Good(var url) && STRICT.admits(url))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "a.localhost",
        "intranet",
        "printer.local",
        "metadata.google.internal",
        "a.intranet",
        "router.lan",
        "a.home",
        "a.corp",
        "a.private",
        "router.home.arpa",
        "1.0.0.127.in-addr.arpa",
        "a.localdomain",
        "a.invalid",
        "a.test",
        "a.onion"
      })
  void special_names_are_refused_unasked(String name) {
    assertThat(STRICT.admits(url(name))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.example", "locals.example", "localhost.example", "xlocal.example"})
  void other_names_are_left_to_the_resolver(String name) {
    assertThat(STRICT.admits(url(name))).isTrue();
  }

  @Test
  void below_1024_only_the_webs_ports_are_admitted() {
    assertThat(IntStream.range(1, 1024).filter(port -> STRICT.admits(url("8.8.8.8:" + port))))
        .containsExactly(80, 443);
  }

  @Test
  void above_1023_all_but_the_fetch_standards_bad_ports_are_admitted() {
    assertThat(IntStream.range(1024, 65_536).filter(port -> !STRICT.admits(url("8.8.8.8:" + port))))
        .containsExactly(
            1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
            6668, 6669, 6679, 6697, 10080);
  }

  @Test
  void an_allowed_range_admits_its_addresses_and_no_others() {
    var guard = allowing("10.1.0.0/16", "fd00::/64");

    assertThat(guard.admits(url("10.1.255.255"))).isTrue();
    assertThat(guard.admits(url("[::ffff:10.1.0.1]"))).isTrue();
    assertThat(guard.admits(url("[fd00::1]"))).isTrue();
    assertThat(guard.admits(url("10.2.0.0"))).isFalse();
    assertThat(guard.admits(url("[fd00:0:0:1::]"))).isFalse();
    assertThat(guard.admits(url("10.1.0.1:22"))).isFalse();
    assertThat(guard.admits(url("localhost"))).isFalse();
    assertThat(guard.vouchesFor(url("10.1.0.1"))).isTrue();
    assertThat(guard.vouchesFor(url("8.8.8.8"))).isFalse();
    assertThat(guard.vouchesFor(url("a.example"))).isFalse();
  }

  @Test
  void an_allowed_host_admits_one_port_whatever_it_resolves_to() {
    var guard =
        new OutboundGuard(List.of(), Set.of("localhost:22", "10.0.0.1:25"), List.of(), Set.of());

    assertThat(guard.admits(url("localhost:22"))).isTrue();
    assertThat(guard.admits(address("127.0.0.1"), "localhost", 22)).isTrue();
    assertThat(guard.admits(url("10.0.0.1:25"))).isTrue();
    assertThat(guard.vouchesFor(url("localhost:22"))).isTrue();
    assertThat(guard.admits(url("localhost:23"))).isFalse();
    assertThat(guard.admits(url("127.0.0.1:22"))).isFalse();
    assertThat(guard.admits(url("10.0.0.1"))).isFalse();
  }

  @Test
  void blocked_ranges_add_to_the_special_ones_and_take_none_away() {
    var guard =
        new OutboundGuard(
            List.of(),
            Set.of(),
            List.of(AddressRange.of("8.8.0.0/16"), AddressRange.of("2606::/16")),
            Set.of());

    assertThat(guard.admits(url("8.8.8.8"))).isFalse();
    assertThat(guard.admits(url("[::ffff:8.8.8.8]"))).isFalse();
    assertThat(guard.admits(url("[64:ff9b::8.8.8.8]"))).isFalse();
    assertThat(guard.admits(url("[2606:4700::1111]"))).isFalse();
    assertThat(guard.admits(url("127.0.0.1"))).isFalse();
    assertThat(guard.admits(url("8.9.0.0"))).isTrue();
  }

  @Test
  void this_machines_own_addresses_are_refused_unless_allowed() {
    var own = Set.of(address("8.8.8.8"), address("2606::1"));
    var strict = new OutboundGuard(List.of(), Set.of(), List.of(), own);
    var lenient = new OutboundGuard(List.of(AddressRange.of("8.8.8.8")), Set.of(), List.of(), own);

    assertThat(strict.admits(url("8.8.8.8"))).isFalse();
    assertThat(strict.admits(url("[::ffff:8.8.8.8]"))).isFalse();
    assertThat(strict.admits(url("[64:ff9b::8.8.8.8]"))).isFalse();
    assertThat(strict.admits(url("[2606::1]"))).isFalse();
    assertThat(strict.admits(address("8.8.8.8"), "a.example", 80)).isFalse();
    assertThat(strict.admits(url("8.8.8.9"))).isTrue();
    assertThat(lenient.admits(url("8.8.8.8"))).isTrue();
  }

  @Test
  void this_machine_knows_its_addresses() {
    assertThat(ThisMachine.addresses()).contains(address("127.0.0.1"));
  }

  @Test
  void an_operator_may_allow_everything() {
    var guard = allowing("0.0.0.0/0", "::/0");

    assertThat(guard.admits(url("127.0.0.1"))).isTrue();
    assertThat(guard.admits(url("[::1]"))).isTrue();
    assertThat(guard.admits(url("127.0.0.1:22"))).isFalse();
  }

  private static WebUrl url(String authority) {
    return WebUrl.of("http://" + authority + "/");
  }

  private static InetAddress address(String literal) {
    return InetAddress.ofLiteral(literal);
  }
}
