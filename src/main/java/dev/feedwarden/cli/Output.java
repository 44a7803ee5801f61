package dev.feedwarden.cli;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Standard output in UTF-8, whatever the locale, that remembers why it could not be written. */
final class Output extends PrintStream {
  private final Witness witness;

  Output(OutputStream target) {
    this(new Witness(target));
  }

  private Output(Witness witness) {
    super(new BufferedOutputStream(witness, 8 << 10), true, StandardCharsets.UTF_8);
    this.witness = witness;
  }

  boolean wasWritten() {
    flush();
    return witness.failure == null;
  }

  private static final class Witness extends FilterOutputStream {
    private @Nullable IOException failure;

    Witness(OutputStream target) {
      super(target);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        out.write(bytes, from, length);
      } catch (IOException refused) {
        if (!"Broken pipe".equals(refused.getMessage())) {
          failure = refused;
        }
        throw refused;
      }
    }
  }
}
