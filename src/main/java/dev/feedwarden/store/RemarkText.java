package dev.feedwarden.store;

import static java.util.stream.Collectors.joining;

import dev.feedwarden.model.Remark;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Remarks as a column of a poll's row; nothing where there are none. */
final class RemarkText {
  private RemarkText() {}

  static @Nullable String write(List<Remark> remarks) {
    return remarks.isEmpty() ? null : remarks.stream().map(Remark::wire).collect(joining(","));
  }

  static List<Remark> read(@Nullable String text) {
    return text == null ? List.of() : Arrays.stream(text.split(",")).map(Remark::ofWire).toList();
  }
}
