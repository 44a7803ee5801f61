package dev.feedwarden.policy;

import dev.feedwarden.model.Overrides;

/**
 * What the operator wants of every profile, also of one that a source names for itself.
 *
 * @param deactivateAfter errors in a row, instead of the profile's own thresholds; 0 keeps those
 * @param cells that are otherwise than the profile has them; checked when they were read
 */
public record Common(int deactivateAfter, Overrides cells) {
  public static final Common NOTHING = new Common(0, Overrides.NONE);

  /** A profile's table: one threshold for all first, then single cells. */
  public ErrorTable over(Profile profile) {
    var table = profile.table();
    return switch (Cells.write(
        deactivateAfter == 0 ? table : table.disablingAfter(deactivateAfter), cells)) {
      case Cells.Written.Good(var written) -> written;
      case Cells.Written.Bad(var problems) ->
          throw new IllegalStateException("policy: " + problems);
    };
  }
}
