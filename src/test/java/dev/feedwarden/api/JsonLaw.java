package dev.feedwarden.api;

/** What must hold whatever body a client sends: it is read, or refused with a status of 4xx. */
public final class JsonLaw {
  private JsonLaw() {}

  /** Throws if it does not hold. */
  public static void hold(byte[] body) {
    for (var shape : new Shape[] {SourceBody.NEW, SourceBody.CHANGES}) {
      try {
        Json.own(Json.write(Json.read(body, shape)));
      } catch (Refusal refused) {
        if (refused.status() < 400 || refused.status() >= 500) {
          throw new IllegalStateException("refused with " + refused.status(), refused);
        }
      }
    }
  }
}
