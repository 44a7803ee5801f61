package dev.feedwarden.deliver;

import dev.feedwarden.deliver.Folding.Plan;
import dev.feedwarden.deliver.Notice.Line;
import dev.feedwarden.deliver.Notice.Tone;
import dev.feedwarden.deliver.Parcel.Follow;
import dev.feedwarden.model.Article;
import dev.feedwarden.model.Event;
import dev.feedwarden.model.Happening;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Deliveries.Episode;
import dev.feedwarden.store.Deliveries.Item;
import dev.feedwarden.store.Deliveries.Standing;
import dev.feedwarden.store.OutboxPlace;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells people: one message per episode, one for much, one a day for the rest. */
final class ForPeople implements Manner {
  private static final int PAGE = 500;

  private final Deliveries deliveries;
  private final Articles articles;
  private final Wants wants;
  private final House house;
  private final Daily daily;
  private final Function<Notice, Letter> words;
  private @Nullable Folded folded;

  /** What was told in vain: who is out of reach for a day is not read a day's events each time. */
  private record Folded(OutboxPlace from, Summary summary, OutboxPlace to) {}

  /**
   * A manner.
   *
   * @param words a notice in the markup of its destination
   */
  ForPeople(
      Deliveries deliveries,
      Articles articles,
      Wants wants,
      House house,
      Daily daily,
      Function<Notice, Letter> words) {
    this.deliveries = deliveries;
    this.articles = articles;
    this.wants = wants;
    this.house = house;
    this.daily = daily;
    this.words = words;
  }

  @Override
  public boolean isForPeople() {
    return true;
  }

  @Override
  public Letter test(Instant now) {
    return words.apply(
        new Notice(
            "test-" + now.toEpochMilli(),
            "test",
            Tone.PLAIN,
            "Feedwarden can reach you here",
            List.of(new Line("This message was sent to see whether it comes through."))));
  }

  @Override
  public Parcel next(Standing standing, boolean throttled, Instant now) {
    if (standing.untold() > 0) {
      return dropped(standing);
    }
    var page = deliveries.page(standing.place(), PAGE);
    var known = page.isEmpty() ? Map.<String, Episode>of() : deliveries.episodes(standing.name());
    var more = page.size() == PAGE;
    return switch (Folding.plan(page, more, wants, known.keySet(), throttled, now)) {
      case Plan.Nothing() -> daily(standing, now);
      case Plan.Skip(var to, var ended) -> new Parcel.Skip(to, ended);
      case Plan.One(var item, var ended) -> one(item, ended, known);
      case Plan.All() -> all(standing, page, known);
    };
  }

  private Parcel dropped(Standing standing) {
    var notice =
        new Notice(
            "dropped-" + standing.place().turn() + "-" + standing.place().id(),
            "dropped",
            Tone.BAD,
            Wording.count(standing.untold(), "event") + " could not be told in time",
            List.of(new Line("They were too many or too old, and were dropped.")));
    return new Parcel.Send(
        words.apply(notice), standing.place(), new Follow(0, true, false, List.of(), Set.of()));
  }

  private Parcel daily(Standing standing, Instant now) {
    if (!wants.wants(Topic.DIGEST) || standing.digestAt() == null) {
      return new Parcel.Nothing();
    }
    return standing.digestAt().isAfter(now)
        ? new Parcel.Nothing()
        : new Parcel.Send(
            words.apply(daily.notice(now)),
            standing.place(),
            new Follow(0, false, true, List.of(), Set.of()));
  }

  private Parcel one(Item item, Set<String> ended, Map<String, Episode> known) {
    var event = item.event();
    var closed = new HashSet<>(ended);
    var opened = List.<Episode>of();
    @Nullable String answers = null;
    switch (Scope.of(event.what())) {
      case Scope.Opens(var key) ->
          opened = List.of(new Episode(key, Wording.title(event.what()), null));
      case Scope.Closes(var key) -> {
        closed.add(key);
        var episode = known.get(key);
        answers = episode == null ? null : episode.message();
      }
      case Scope.Ends _, Scope.Alone _ -> {}
    }
    var said = Wording.of(event, newest(event), house);
    var notice =
        new Notice(said.id(), said.kind(), said.tone(), said.title(), said.lines(), answers);
    return new Parcel.Send(
        words.apply(notice), item.place(), new Follow(1, false, false, opened, closed));
  }

  private List<Article> newest(Event event) {
    return event.what() instanceof Happening.NewArticles news && news.added() > 0 && !news.initial()
        ? articles.newest(news.source().id(), news.first(), news.last(), Wording.MOST_TITLES)
        : List.of();
  }

  private Parcel all(Standing standing, List<Item> first, Map<String, Episode> known) {
    var before = folded;
    var begun =
        before != null && before.from().equals(standing.place())
            ? before
            : new Folded(standing.place(), new Summary(wants, known.keySet()), standing.place());
    var summary = begun.summary();
    var to = begun.to();
    var page = to.equals(standing.place()) ? first : deliveries.page(to, PAGE);
    while (!page.isEmpty()) {
      page.forEach(item -> summary.add(item.event()));
      to = page.getLast().place();
      page = page.size() == PAGE ? deliveries.page(to, PAGE) : List.of();
    }
    folded = new Folded(standing.place(), summary, to);
    var notice = summary.notice();
    return notice == null
        ? new Parcel.Skip(to, summary.closed())
        : new Parcel.Send(
            words.apply(notice),
            to,
            new Follow(summary.events(), false, false, summary.opened(), summary.closed()));
  }
}
