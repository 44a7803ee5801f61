package dev.feedwarden.api.pages;

import dev.feedwarden.api.Refusal.Fault;
import dev.feedwarden.api.pages.jte.JteloginGenerated;
import dev.feedwarden.api.pages.jte.JtelostGenerated;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pages for people who are not inside: the way in, and what went wrong. */
public final class DoorPages {
  private DoorPages() {}

  /** The page to log in on. */
  public static String login(@Nullable String problem) {
    return Html.text(out -> JteloginGenerated.render(out, null, Assets.HERE, problem));
  }

  /** What went wrong, for a person. */
  public static String lost(int status, String detail, List<Fault> faults, String requestId) {
    var lines =
        faults.stream()
            .map(fault -> Remote.line(fault.field()) + " " + Remote.line(fault.message(), 400))
            .toList();
    return Html.text(
        out ->
            JtelostGenerated.render(
                out,
                null,
                Assets.HERE,
                new Lost(status, Remote.line(detail, 400), lines, requestId)));
  }

  /** What the page of an error shows. */
  public record Lost(int status, String detail, List<String> faults, String requestId) {
    public String headline() {
      return switch (status) {
        case 404 -> "Nothing here";
        case 403 -> "Not with your rights";
        case 401 -> "Who are you?";
        case 429 -> "One moment";
        default -> status >= 500 ? "Our fault" : "That did not work";
      };
    }
  }
}
