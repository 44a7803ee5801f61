package dev.feedwarden.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PackedTextTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 300_000})
  void a_text_comes_back_as_it_was(int times) {
    var text = new PackedText("é 👋".repeat(times), "<p>é 👋 text</p>".repeat(times));
    try (var packer = PackedText.Packer.take()) {
      packer.pack(new PackedText("another", "before it"));
      assertThat(PackedText.unpack(packer.pack(text))).isEqualTo(text);
    }
  }

  @Test
  void texts_of_earlier_versions_are_still_read() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var deflating = new DeflaterOutputStream(bytes, new Deflater(Deflater.BEST_SPEED))) {
      deflating.write("its summary\0<p>its body</p>".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(PackedText.unpack(bytes.toByteArray()))
        .isEqualTo(new PackedText("its summary", "<p>its body</p>"));
  }

  @Test
  void texts_that_were_packed_without_phrases_are_still_read() {
    var bytes = "its summary\0<p>its body</p>".getBytes(StandardCharsets.UTF_8);

    assertThat(PackedText.unpack(Zstd.compress(bytes, 1)))
        .isEqualTo(new PackedText("its summary", "<p>its body</p>"));
  }

  // Packed on the day when the phrases were written: should one be changed, this cannot be read.
  @Test
  void the_phrases_are_those_of_the_first_day() {
    var packed =
        "202c250100d06974732073756d6d617279003c703e69747320626f64792f703e0200c1e44df642e430";

    assertThat(PackedText.unpack(HexFormat.of().parseHex(packed)))
        .isEqualTo(new PackedText("its summary", "<p>its <strong>body</strong></p>"));
  }
}
