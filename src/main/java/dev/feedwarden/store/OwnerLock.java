package dev.feedwarden.store;

import dev.feedwarden.model.OperatorMistake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A file that this process keeps locked while it lives. The operating system frees the lock with
 * the process, however it ends, so that others see at once that its leases are void.
 */
final class OwnerLock implements AutoCloseable {
  // File locks are per process; the threads of one process take turns here.
  private static final ReentrantLock ONE_BUILDER = new ReentrantLock();

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final String MADE = "made";
  private static final String BUILDING = "building";

  private final Path folder;
  private final String owner;
  private final FileChannel channel;

  private OwnerLock(Path folder, String owner, FileChannel channel) {
    this.folder = folder;
    this.owner = owner;
    this.channel = channel;
  }

  static OwnerLock take(Path folder) {
    try {
      Files.createDirectories(folder, OWNER_ONLY);
      var owner = ProcessHandle.current().pid() + "-" + UUID.randomUUID();
      var channel =
          FileChannel.open(
              folder.resolve(owner), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      channel.lock();
      return new OwnerLock(folder, owner, channel);
    } catch (IOException refused) {
      throw new OperatorMistake("The folder " + folder + " may not be written.");
    }
  }

  Path folder() {
    return folder;
  }

  /** Whether a database was finished here before. */
  boolean isMarked() {
    return Files.exists(folder.resolve(MADE));
  }

  void mark() {
    try {
      Files.write(folder.resolve(MADE), new byte[0]);
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  String owner() {
    return owner;
  }

  /** Whether the process behind a name has ended. */
  boolean isGone(String other) {
    var file = folder.resolve(other);
    if (other.equals(owner)) {
      return false;
    }
    try (var probe = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock free = probe.tryLock()) {
      if (free == null) {
        return false;
      }
      Files.deleteIfExists(file);
      return true;
    } catch (NoSuchFileException tidiedUp) {
      return true; // by its owner, or by somebody who looked a moment ago
    } catch (OverlappingFileLockException heldInThisProcess) {
      return false;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Whether every other process that was here has ended. */
  boolean isAlone() {
    try (var files = Files.list(folder)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> !name.equals(owner) && !name.equals(MADE) && !name.equals(BUILDING))
          .allMatch(this::isGone);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Runs what only one process at a time may do to the database file. */
  <T> T alone(Supplier<T> work) {
    ONE_BUILDER.lock();
    try (var building =
            FileChannel.open(
                folder.resolve(BUILDING), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var _ = building.lock()) {
      return work.get();
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    } finally {
      ONE_BUILDER.unlock();
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(folder.resolve(owner));
      channel.close();
    } catch (IOException leftBehind) {
      throw new UncheckedIOException(leftBehind);
    }
  }
}
