package dev.feedwarden.app;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The one place where configuration touches the disk. */
final class TextFile {
  private TextFile() {}

  /** Whether somebody put a file there, be it a link that leads nowhere. */
  static boolean exists(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
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
