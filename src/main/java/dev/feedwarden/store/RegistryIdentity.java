package dev.feedwarden.store;

import com.fasterxml.uuid.Generators;

/** What tells this registry from every other: an id that its database keeps wherever it goes. */
public final class RegistryIdentity {
  private final Database database;

  public RegistryIdentity(Database database) {
    this.database = database;
  }

  /** The id, made by whoever asks first. */
  public String id() {
    var fresh = Generators.timeBasedEpochGenerator().generate().toString();
    return database.write(
        h -> {
          h.createUpdate(
                  "INSERT INTO registry_identity (one, id) VALUES (1, :id)"
                      + " ON CONFLICT (one) DO NOTHING")
              .bind("id", fresh)
              .execute();
          return h.createQuery("SELECT id FROM registry_identity").mapTo(String.class).one();
        });
  }
}
