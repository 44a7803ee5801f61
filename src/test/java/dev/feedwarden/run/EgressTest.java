package dev.feedwarden.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules in packaging/egress.nft, tried by the kernel in network namespaces of their own. */
@Tag("slow")
final class EgressTest {
  @Test
  void packets_of_that_user_leave_for_public_addresses_only()
      throws IOException, InterruptedException {
    assumeTrue(
        "root".equals(System.getProperty("user.name"))
            && Stream.of("/usr/sbin/nft", "/usr/sbin/ip", "/usr/bin/unshare", "/usr/bin/setpriv")
                .map(Path::of)
                .allMatch(Files::isExecutable)
            && run("unshare", "--net", "nft", "list", "ruleset").code() == 0,
        "needs root, nft, ip and namespaces");

    var tried = run("tools/try-egress");

    assertThat(tried.out()).contains("as it should be.").doesNotContain("NOT");
    assertThat(tried.code()).isZero();
  }

  private record Ran(int code, String out) {}

  private static Ran run(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ran(process.exitValue(), out);
  }
}
