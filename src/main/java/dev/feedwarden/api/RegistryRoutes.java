package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.ID;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;

import dev.feedwarden.store.Database;
import dev.feedwarden.store.FollowedRegistry;
import dev.feedwarden.store.RegistryIdentity;
import java.util.LinkedHashMap;
import java.util.List;

/** What a crawler elsewhere asks first: whose sources these are, and what it may do. */
final class RegistryRoutes {
  private static final Shape.Thing SHAPE =
      thing("Registry", "registry_id", ID, "version", text(100), "scope", text(20));

  private final Database database;
  private final String version;

  RegistryRoutes(Parts parts) {
    this.database = parts.database();
    this.version = parts.vitals().version();
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/v1/registry",
                Rule.READ,
                "Which registry this is, and what the caller may do.",
                this::show)
            .answers(200, SHAPE));
  }

  private Answer show(Request request) {
    if (new FollowedRegistry(database).find().isPresent()) {
      throw Refusal.of(409, "This is a crawler; ask its registry.");
    }
    var fields = new LinkedHashMap<String, Object>();
    fields.put("registry_id", new RegistryIdentity(database).id());
    fields.put("version", version);
    fields.put("scope", request.scope().wire());
    return Answer.json(200, fields);
  }
}
