package dev.feedwarden.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Runbook;
import dev.feedwarden.policy.CauseTable;
import dev.feedwarden.policy.CauseTable.Retry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The runbooks say of each type and cause what the tables of the policy say. */
final class RunbookTest {
  @ParameterizedTest
  @EnumSource
  void a_type_has_a_page_that_tells_its_rule(ErrorType type) throws IOException {
    var page = page(Runbook.of(type));

    assertThat(page)
        .startsWith("# `" + type.wire() + "`\n")
        .contains("## What to do")
        .contains("| " + after(type) + " | " + cooldown(type) + " | ");
    if (type != ErrorType.GONE) { // its first failure disables it
      assertThat(page).contains(" | " + ErrorReferenceTest.cell(type, "wait"));
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "STATUS")
  void a_cause_has_a_page_that_tells_its_row(Cause cause) throws IOException {
    var row = CauseTable.of(cause);
    var type = row.type();

    assertThat(page(Runbook.of(type, cause.wire())))
        .startsWith("# `" + cause.wire() + "`\n")
        .contains("## What to do")
        .contains(
            "| [`%s`](%s.md) | %s | %s |\n"
                .formatted(type.wire(), type.wire(), again(row.retry()), ours(cause)));
    assertThat(page(Runbook.of(type)))
        .contains("[`" + cause.wire() + "`](" + cause.wire() + ".md)");
  }

  @Test
  void a_status_is_explained_by_its_type() {
    assertThat(Runbook.of(ErrorType.GONE, "status")).isEqualTo("/docs/runbook/gone");
    assertThat(Runbook.of(ErrorType.NETWORK, "dns")).isEqualTo("/docs/runbook/dns");
  }

  @Test
  void there_is_no_page_about_anything_else() throws IOException {
    var known =
        Stream.concat(
                Arrays.stream(ErrorType.values()).map(ErrorType::wire),
                Arrays.stream(Cause.values()).map(Cause::wire))
            .map(wire -> wire + ".md")
            .toList();

    try (var pages = Files.list(Path.of("docs/runbook"))) {
      assertThat(pages.map(file -> file.getFileName().toString())).allMatch(known::contains);
    }
  }

  private static String page(String path) throws IOException {
    return Files.readString(Path.of("." + path + ".md"));
  }

  static String after(ErrorType type) {
    var after = ErrorReferenceTest.cell(type, "disable_after");
    return after.isEmpty() ? "never" : after + " in a row";
  }

  static String cooldown(ErrorType type) {
    var cooldown = ErrorReferenceTest.cell(type, "cooldown");
    return cooldown.isEmpty() ? "–" : cooldown;
  }

  static String again(Retry retry) {
    return switch (retry) {
      case NEVER -> "no";
      case ALWAYS -> "yes";
      case UNLESS_TOLD_LATER -> "yes, unless told to come later than in 5 s";
      case IF_TOLD_SOON -> "only if told to within 5 s";
    };
  }

  static String ours(Cause cause) {
    return cause == Cause.TLS_CERTIFICATE || cause == Cause.TLS_CERTIFICATE_DATE
        ? "only if its dates are wrong"
        : switch (CauseTable.of(cause).suspect()) {
          case NO -> "no";
          case YES -> "yes";
          case SAME_PAGE -> "only if others sent the same page";
        };
  }
}
