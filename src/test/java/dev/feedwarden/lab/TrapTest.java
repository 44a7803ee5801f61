package dev.feedwarden.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;

final class TrapTest {
  @Test
  void an_untouched_trap_counts_zero_however_often_it_is_asked() {
    try (var trap = Trap.set()) {
      assertThat(trap.connections()).isZero();
      assertThat(trap.connections()).isZero();
    }
  }

  @Test
  void every_connection_is_counted_as_soon_as_it_was_made() throws Exception {
    try (var trap = Trap.set("127.0.0.9")) {
      for (var i = 1; i <= 50; i++) {
        new Socket(InetAddress.ofLiteral("127.0.0.9"), trap.port()).close();
        assertThat(trap.connections()).isEqualTo(i);
      }
    }
  }

  @Test
  void the_count_outlives_the_trap() throws Exception {
    var trap = Trap.set();

    new Socket(InetAddress.getLoopbackAddress(), trap.port()).close();
    trap.close();

    assertThat(trap.connections()).isEqualTo(1);
  }
}
