package dev.feedwarden.app;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;

/** The one place where configuration touches the disk. */
final class TextFile {
  private TextFile() {}

  /** Whether somebody put a file there, be it a link that leads nowhere. */
  static boolean exists(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether everybody on this machine may read it. */
  static boolean isOpenToAll(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException _) {
      return false; // reading it will tell
    }
  }

  /** Whether everybody on this machine may write it. */
  static boolean isWritableByAll(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException _) {
      return false; // reading it will tell
    }
  }

  /** The whole content; a reason completes "the file …". */
  static Reading<String> read(Path file) {
    try {
      return new Reading.Good<>(Files.readString(file));
    } catch (NoSuchFileException _) {
      return new Reading.Bad<>("does not exist");
    } catch (AccessDeniedException _) {
      return new Reading.Bad<>("may not be read by this user");
    } catch (CharacterCodingException _) {
      return new Reading.Bad<>("is not UTF-8 text");
    } catch (IOException _) {
      return new Reading.Bad<>(Files.isDirectory(file) ? "is a directory" : "cannot be read");
    }
  }
}
