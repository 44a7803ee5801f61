package dev.feedwarden.deliver;

import dev.feedwarden.deliver.Parcel.Follow;
import dev.feedwarden.model.Article;
import dev.feedwarden.model.Event;
import dev.feedwarden.model.Happening;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Deliveries.Item;
import dev.feedwarden.store.Deliveries.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Tells programs: every event by itself, in order, one or many at once. */
final class ForPrograms implements Manner {
  private static final int PAGE = 200;
  private static final int MOST_CHARACTERS = 4 << 20;
  private static final Duration STALE = Duration.ofMinutes(1);

  private final Deliveries deliveries;
  private final Articles articles;
  private final Wants wants;
  private final int atOnce;

  ForPrograms(Deliveries deliveries, Articles articles, Wants wants, int atOnce) {
    this.deliveries = deliveries;
    this.articles = articles;
    this.wants = wants;
    this.atOnce = atOnce;
  }

  @Override
  public boolean isForPeople() {
    return false;
  }

  @Override
  public Letter test(Instant now) {
    return CloudEvent.test(now);
  }

  @Override
  public Parcel next(Standing standing, boolean throttled, Instant now) {
    if (standing.untold() > 0) {
      var id = "dropped-" + standing.place().turn() + "-" + standing.place().id();
      return new Parcel.Send(
          CloudEvent.dropped(id, standing.untold(), now),
          standing.place(),
          new Follow(0, true, false, List.of(), Set.of()));
    }
    var page = deliveries.page(standing.place(), PAGE);
    // Who is in trouble is asked with one only.
    var sends = sends(page, standing.progress().failures() == 0 ? atOnce : 1);
    if (!sends.isEmpty()) {
      return sends.size() == 1 ? sends.getFirst() : new Parcel.Bundle(sends);
    }
    // What is not for this destination is passed now and then, as each step is a write.
    var passes =
        !page.isEmpty()
            && (page.size() == PAGE || page.getFirst().event().at().plus(STALE).isBefore(now));
    return passes ? new Parcel.Skip(page.getLast().place(), Set.of()) : new Parcel.Nothing();
  }

  private List<Parcel.Send> sends(List<Item> page, int most) {
    var sends = new ArrayList<Parcel.Send>();
    var characters = 0;
    for (var item : page) {
      if (wants.wants(item.event().what())) {
        var letter = CloudEvent.of(item.event(), known(item.event()));
        sends.add(new Parcel.Send(letter, item.place(), Follow.of(1, null, null)));
        characters += letter.body().length();
        if (sends.size() >= most || characters > MOST_CHARACTERS) {
          break;
        }
      }
    }
    return sends;
  }

  private List<Article> known(Event event) {
    return event.what() instanceof Happening.NewArticles news && news.added() > 0
        ? articles.newest(news.source().id(), news.first(), news.last(), CloudEvent.MOST_ARTICLES)
        : List.of();
  }
}
