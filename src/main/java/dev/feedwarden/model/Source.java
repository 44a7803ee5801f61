package dev.feedwarden.model;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A registered site, usually with a feed. */
public record Source(
    SourceId id, Settings settings, Standing standing, long revision, Stamps stamps) {

  /** What a person decides about a source. */
  public record Settings(
      Label label,
      @Nullable WebUrl feedUrl,
      boolean enabled,
      Intake intake,
      Credentials.@Nullable Encrypted credentials,
      @Nullable Overrides policy) {

    /** A source that anybody may read, judged as all are. */
    public Settings(
        String name, @Nullable WebUrl feedUrl, boolean enabled, @Nullable Duration interval) {
      this(new Label(name), feedUrl, enabled, Intake.every(interval), null, null);
    }

    public String name() {
      return label.name();
    }

    /** Between two polls; nothing for what is learned. */
    public @Nullable Duration interval() {
      return intake.interval();
    }
  }

  /** When the row was made and last changed. */
  public record Stamps(Instant createdAt, Instant updatedAt) {}

  /** The feed's address, for a source that was claimed to be polled. */
  public WebUrl feed() {
    var url = settings.feedUrl();
    if (url == null) {
      throw new IllegalStateException("source " + id + " has no feed");
    }
    return url;
  }

  /** Whether only its owner may read its feed: it has credentials, or a secret in its address. */
  public boolean isPrivate() {
    return settings.credentials() != null || !feed().masked().equals(feed().text());
  }
}
