package dev.feedwarden.policy;

import dev.feedwarden.model.Followed;
import dev.feedwarden.model.Listed;
import dev.feedwarden.model.SourceId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a crawler must do so that it polls what a registry lists, and as the registry says.
 *
 * @param fresh never seen before
 * @param changed at another revision than was taken over
 * @param back out of the list for a while and otherwise as they were
 * @param gone no longer in the list: polled no more, and kept
 * @param doubtful so many are gone at once that the list is to be seen again before it is believed
 */
public record Takeover(
    List<Listed> fresh,
    List<Listed> changed,
    List<SourceId> back,
    List<SourceId> gone,
    boolean doubtful) {
  private static final int FEW = 10;

  public Takeover {
    fresh = List.copyOf(fresh);
    changed = List.copyOf(changed);
    back = List.copyOf(back);
    gone = List.copyOf(gone);
  }

  /**
   * Compares what is known with a whole list.
   *
   * @param listed all that could be understood
   * @param unread those of the list that could not be understood; they stay as they are
   */
  public static Takeover of(
      Map<SourceId, Followed> known, Collection<Listed> listed, Set<SourceId> unread) {
    var fresh = new ArrayList<Listed>();
    var changed = new ArrayList<Listed>();
    var back = new ArrayList<SourceId>();
    var present = new HashSet<>(unread);
    for (var one : listed) {
      present.add(one.id());
      var followed = known.get(one.id());
      if (followed == null) {
        fresh.add(one);
      } else if (followed.revision() != one.revision()) {
        changed.add(one);
      } else if (!followed.listed()) {
        back.add(one.id());
      }
    }
    var polled =
        known.entrySet().stream()
            .filter(one -> one.getValue().listed())
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    var gone = polled.stream().filter(id -> !present.contains(id)).toList();
    var doubtful = gone.size() > FEW && gone.size() * 2 > polled.size();
    return new Takeover(fresh, changed, back, gone, doubtful);
  }

  public boolean isNothing() {
    return fresh.isEmpty() && changed.isEmpty() && back.isEmpty() && gone.isEmpty();
  }

  /** The same without those that are gone. */
  public Takeover keepingAll() {
    return new Takeover(fresh, changed, back, List.of(), doubtful);
  }
}
