package dev.feedwarden;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.io.File;
import java.net.IDN;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLDecoder;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jsoup.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table in docs/architecture.md, held true by the build. */
final class ArchitectureTest {
  private static final String ROOT = "dev.feedwarden.";

  private static final Map<String, Set<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("model", Set.of()),
          Map.entry("policy", Set.of("model")),
          Map.entry("feed", Set.of("model")),
          Map.entry("fetch", Set.of("model", "policy")),
          Map.entry("store", Set.of("model", "fetch")),
          Map.entry("poll", Set.of("model", "policy", "feed", "fetch", "store")),
          Map.entry("frontier", Set.of("model", "policy", "feed", "fetch", "store")),
          Map.entry("deliver", Set.of("model", "policy", "fetch", "store")),
          Map.entry(
              "api", Set.of("model", "policy", "feed", "store", "poll", "frontier", "deliver")),
          Map.entry("lab", Set.of("model", "policy", "feed", "fetch", "store", "poll")),
          Map.entry(
              "cli",
              Set.of(
                  "model",
                  "policy",
                  "feed",
                  "fetch",
                  "store",
                  "poll",
                  "frontier",
                  "deliver",
                  "api",
                  "lab",
                  "app")),
          Map.entry(
              "app",
              Set.of(
                  "model",
                  "policy",
                  "feed",
                  "fetch",
                  "store",
                  "poll",
                  "frontier",
                  "deliver",
                  "api",
                  "lab",
                  "cli")));

  private static final String[] PURE = {ROOT + "model..", ROOT + "policy..", ROOT + "feed.."};
  private static final String[] PURE_MAY_USE = {
    "dev.feedwarden..",
    "java.lang..",
    "java.math",
    "java.time..",
    "java.text", // Unicode normalisation
    "java.util",
    "java.util.function",
    "java.util.regex",
    "java.util.stream",
    "java.nio.charset",
    "java.security", // digests
    "org.jspecify.."
  };
  private static final String[] READERS_MAY_USE_TOO = {
    "java.io", // streams over bytes in memory
    "java.nio", // buffers over the same
    "javax.xml.stream..",
    "com.ctc.wstx..",
    "tools.jackson.core..",
    "org.codehaus.stax2..",
    "org.mozilla.universalchardet..",
    "org.owasp.html..",
    "org.jsoup.." // but for its own way out to the network, see below
  };

  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("dev.feedwarden");

  static Stream<String> packages() {
    return MAY_USE.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void a_package_uses_only_what_the_table_allows(String name) {
    var self = ROOT + name + "..";
    var allowed = MAY_USE.getOrDefault(name, Set.of()).stream().map(p -> ROOT + p + "..");

    classes()
        .that()
        .resideInAPackage(self)
        .should()
        .onlyDependOnClassesThat(
            resideOutsideOfPackage("dev.feedwarden..")
                .or(resideInAPackage(self))
                .or(resideInAnyPackage(allowed.toArray(String[]::new))))
        .allowEmptyShould(true)
        .check(CODE);
  }

  @Test
  void every_package_is_in_the_table() {
    assertThat(CODE)
        .extracting(c -> c.getPackageName().substring(ROOT.length()).replaceAll("\\..*", ""))
        .isSubsetOf(MAY_USE.keySet());
  }

  @Test
  void pure_packages_do_no_io_and_are_told_the_time() {
    classes()
        .that(resideInAnyPackage(ROOT + "model..", ROOT + "policy.."))
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(PURE_MAY_USE)
                .or(belongToAnyOf(IDN.class, URI.class, URLDecoder.class)))
        .allowEmptyShould(true)
        .check(CODE);
    classes()
        .that(resideInAnyPackage(ROOT + "feed.."))
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(PURE_MAY_USE)
                .or(resideInAnyPackage(READERS_MAY_USE_TOO))
                .or(belongToAnyOf(IDN.class, URI.class, URLDecoder.class)))
        .allowEmptyShould(true)
        .check(CODE);
    noClasses()
        .that(resideInAnyPackage(PURE))
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Thread.class, File.class, Random.class)
        .allowEmptyShould(true)
        .check(CODE);
  }

  @Test
  void the_store_goes_out_only_to_a_registry_elsewhere() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "store")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + "fetch..", ROOT + "store.remote..")
        .check(CODE);
  }

  @Test
  void only_fetch_goes_out_to_the_network() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + "fetch..", ROOT + "lab..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                "org.apache.hc..", "org.apache.kafka..", "java.net.http..", "javax.net.ssl.."))
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Socket.class)
        .orShould()
        .callMethod(InetAddress.class, "getByName", String.class)
        .orShould()
        .callMethod(InetAddress.class, "getAllByName", String.class)
        .orShould()
        .callMethod(URL.class, "openConnection")
        .orShould()
        .callMethod(URL.class, "openStream")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Connection.class)
        .allowEmptyShould(true)
        .check(CODE);
  }
}
