package dev.feedwarden.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that grows by a line for each event; whoever rotates it may do so at any time. */
final class JsonLines implements Carrier {
  private final Path file;

  JsonLines(Path file) {
    this.file = file;
  }

  @Override
  public Verdict carry(Letter letter) {
    try (var channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      // A line that a crash cut off stays alone.
      var line = (isCut(channel) ? "\n" : "") + letter.body() + "\n";
      var bytes = ByteBuffer.wrap(line.getBytes(UTF_8));
      channel.position(channel.size());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(false);
      return new Verdict.Delivered(null);
    } catch (IOException full) {
      return new Verdict.DestinationTrouble("the file cannot be written", null);
    }
  }

  private static boolean isCut(FileChannel channel) throws IOException {
    if (channel.size() == 0) {
      return false;
    }
    var last = ByteBuffer.allocate(1);
    channel.read(last, channel.size() - 1);
    return last.get(0) != '\n';
  }
}
