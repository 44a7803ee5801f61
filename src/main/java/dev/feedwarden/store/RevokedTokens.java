package dev.feedwarden.store;

import java.time.Instant;
import java.util.Set;

/** The ids of tokens that were called back; each is forgotten when its token ends by itself. */
public final class RevokedTokens {
  /** Who must call back more than this takes the key away instead. */
  public static final int MOST = 10_000;

  private final Database database;

  public RevokedTokens(Database database) {
    this.database = database;
  }

  /** Calls a token back; false if that would be one too many. */
  public boolean add(String id, Instant until, Instant now) {
    return database.write(
        h -> {
          h.createUpdate("DELETE FROM revoked_tokens WHERE until < :now")
              .bind("now", now.toEpochMilli())
              .execute();
          var count =
              h.createQuery("SELECT count(*) FROM revoked_tokens").mapTo(Integer.class).one();
          if (count >= MOST) {
            return false;
          }
          h.createUpdate(
                  """
                  INSERT INTO revoked_tokens (jti, until, revoked_at) VALUES (:id, :until, :now)
                  ON CONFLICT (jti) DO NOTHING
                  """)
              .bind("id", id)
              .bind("until", until.toEpochMilli())
              .bind("now", now.toEpochMilli())
              .execute();
          return true;
        });
  }

  /** All that have not ended by themselves when they were last looked through. */
  public Set<String> all() {
    return database.read(
        h ->
            Set.copyOf(h.createQuery("SELECT jti FROM revoked_tokens").mapTo(String.class).list()));
  }
}
