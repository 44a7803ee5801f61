package dev.feedwarden.policy;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Standing;
import dev.feedwarden.policy.ErrorTable.Rule;
import dev.feedwarden.policy.Policy.Moment;
import java.util.Arrays;
import java.util.Optional;

/** What a person's disable comes to. */
public final class ByHand {
  /** The reason of a disable that only a person lifts. */
  public static final String MANUAL = "manual";

  private static final int LONGEST_NOTE = 200;

  private ByHand() {}

  /**
   * The standing that a reason means: a type that disables begins its cooldown, anything else is
   * the note of a stop; nothing if the note is too long.
   */
  public static Optional<Standing> disabled(
      String reason, ErrorTable table, String who, Moment at) {
    var text = reason.strip();
    var type = Arrays.stream(ErrorType.values()).filter(t -> t.wire().equals(text)).findFirst();
    if (type.isPresent() && table.rule(type.get()) instanceof Rule.Counted rule) {
      var until = Policy.cooldownEnd(rule, at);
      return Optional.of(new Standing.Cooling(type.get(), at.now(), until, who));
    }
    return text.codePointCount(0, text.length()) <= LONGEST_NOTE
        ? Optional.of(new Standing.Stopped(at.now(), who, text.equals(MANUAL) ? "" : text))
        : Optional.empty();
  }
}
