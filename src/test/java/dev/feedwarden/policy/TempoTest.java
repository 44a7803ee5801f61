package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.feedwarden.model.Beats;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TempoTest {
  private static final Instant MONDAY = Instant.parse("2026-03-02T00:00:00Z");
  private static final long SEED = 20_260_302;
  private static final double DAY = 24;

  /** Ways of publishing, as feeds have them; times are hours since a Monday. */
  private enum Family {
    DAILY {
      @Override
      double next(double at, Chance dice) {
        return Math.floor(at / DAY) * DAY + DAY + 6 + dice.nextDouble();
      }
    },
    WEEKDAYS {
      @Override
      double next(double at, Chance dice) {
        var next = at + 1 + dice.exponential(6);
        while (Math.floorMod((long) (next / DAY), 7) >= 5 || next % DAY < 8 || next % DAY > 17) {
          next += 0.5 + dice.nextDouble();
        }
        return next;
      }
    },
    NEWS {
      @Override
      double next(double at, Chance dice) {
        var next = at + dice.exponential(0.5);
        while (next % DAY < 6 && dice.nextInt(20) > 0) {
          next += dice.exponential(0.5);
        }
        return next;
      }
    },
    POISSON {
      @Override
      double next(double at, Chance dice) {
        return at + dice.exponential(dice.mean(6, 120));
      }
    },
    BURSTS {
      @Override
      double next(double at, Chance dice) {
        return at
            + (dice.nextInt(5) > 0 ? dice.exponential(1) : dice.logNormal(dice.mean(48, 120), 1));
      }
    },
    WEEKLY {
      @Override
      double next(double at, Chance dice) {
        return Math.floor(at / (7 * DAY)) * 7 * DAY
            + 7 * DAY
            + 4 * DAY
            + 12
            + 6 * dice.nextDouble();
      }
    },
    BLOG {
      @Override
      double next(double at, Chance dice) {
        return at + dice.logNormal(dice.mean(48, 200), 1.2);
      }
    },
    HOLIDAYS {
      @Override
      double next(double at, Chance dice) {
        var pause = dice.nextInt(20) == 0 ? DAY * (2 + dice.nextInt(7)) : 0;
        return Math.floor(at / DAY) * DAY + DAY + pause + 9 + 4 * dice.nextDouble();
      }
    },
    SLOWING {
      @Override
      double next(double at, Chance dice) {
        return at + dice.exponential(12 * Math.pow(2, at / (60 * DAY)));
      }
    };

    /** The time of the next item after one. */
    abstract double next(double at, Chance dice);
  }

  /** The dice of one feed, and its number among those of its family. */
  private record Chance(SplittableRandom random, int number) {
    int nextInt(int bound) {
      return random.nextInt(bound);
    }

    double nextDouble() {
      return random.nextDouble();
    }

    /** Between the two, by the feed's number. */
    double mean(double least, double most) {
      return least * Math.pow(most / least, (number % 10) / 9.0);
    }

    double exponential(double mean) {
      return -Math.log(1 - nextDouble()) * mean;
    }

    double logNormal(double median, double sigma) {
      return median * Math.exp(sigma * normal());
    }

    private double normal() {
      return Math.sqrt(-2 * Math.log(1 - nextDouble())) * Math.cos(2 * Math.PI * nextDouble());
    }
  }

  private static Instant at(double hours) {
    return MONDAY.plusMillis(Math.round(hours * 3_600_000));
  }

  /** What became of one feed. */
  private record Watched(int alarms, int judged, double days, double gaps) {}

  /** A window of items is known; then 30 days are lived through, and then the feed is dead. */
  private static Watched watched(Family family, int number) {
    var place = List.of(Family.values()).indexOf(family);
    var dice = new Chance(new SplittableRandom(SEED + 1_000L * place + number), number);
    var window = 10 + dice.nextInt(41);
    var items = new ArrayList<Instant>();
    var time = 0.0;
    while (items.size() < window) {
      time = family.next(time, dice);
      items.add(at(time));
    }
    var end = time + 30 * DAY;
    var beats = Beats.NONE.with(items);
    int alarms = 0;
    int judged = 0;
    int count = 0;
    var start = time;
    for (var next = family.next(time, dice); next < end; next = family.next(next, dice)) {
      var usual = Tempo.of(beats).map(Tempo::usualUntil);
      count++;
      judged += usual.isPresent() ? 1 : 0;
      alarms += usual.filter(at(next)::isAfter).isPresent() ? 1 : 0;
      beats = beats.with(List.of(at(next)));
      time = next;
    }
    var last = time;
    var days =
        Tempo.of(beats)
            .map(tempo -> Duration.between(at(last), tempo.usualUntil()).toHours() / DAY)
            .orElse(Double.POSITIVE_INFINITY);
    var mean = (last - start) / DAY / Math.max(1, count);
    return new Watched(alarms, judged, days, days / mean);
  }

  @Test
  void seed_20260302_in_30_days_of_500_feeds_no_silence_is_unusual_and_deaths_are_found() {
    int alarms = 0;
    var found = new EnumMap<Family, Long>(Family.class);
    System.out.println(
        "family     feeds  silences  false alarms  found after (median, 90 %)  mean gaps");
    for (var family : Family.values()) {
      var feeds = IntStream.range(0, 56).mapToObj(i -> watched(family, i)).toList();
      var days = feeds.stream().mapToDouble(Watched::days).sorted().toArray();
      var gaps = feeds.stream().mapToDouble(Watched::gaps).sorted().toArray();
      var wrong = feeds.stream().mapToInt(Watched::alarms).sum();
      alarms += wrong;
      found.put(family, Math.round(days[28]));
      System.out.printf(
          Locale.ROOT,
          "%-9s  %5d  %8d  %12d  %8.1f d  %8.1f d        %9.1f%n",
          family,
          feeds.size(),
          feeds.stream().mapToInt(Watched::judged).sum(),
          wrong,
          days[28],
          days[50],
          gaps[28]);
    }

    assertThat(alarms).isZero();
    assertThat(found)
        .containsAllEntriesOf(
            Map.of(
                Family.NEWS,
                1L,
                Family.DAILY,
                10L,
                Family.WEEKDAYS,
                11L,
                Family.HOLIDAYS,
                13L,
                Family.POISSON,
                13L));
  }

  @Test
  void a_feed_of_fewer_than_ten_beats_has_no_rhythm() {
    var hours = IntStream.range(0, 10).mapToObj(i -> at(48.0 * i)).toList();

    assertThat(Tempo.of(Beats.NONE.with(hours.subList(0, 9)))).isEmpty();
    assertThat(Tempo.of(Beats.NONE.with(hours))).isPresent();
  }

  @Test
  void the_probability_falls_with_the_silence_to_the_limit() {
    var daily = IntStream.range(0, 60).mapToObj(i -> at(24.0 * i + 6)).toList();
    var tempo = Tempo.of(Beats.NONE.with(daily)).orElseThrow();
    var last = at(24.0 * 59 + 6);

    assertThat(tempo.probability(last)).isEqualTo(1);
    assertThat(tempo.probability(last.plus(Duration.ofHours(30)))).isBetween(0.1, 0.6);
    assertThat(tempo.probability(last.plus(Duration.ofDays(3)))).isLessThan(0.05);
    assertThat(tempo.probability(tempo.usualUntil())).isEqualTo(1e-6, within(2e-7));
  }

  @Test
  void what_comes_in_one_hour_is_one_beat() {
    assertThat(Beats.NONE.with(Arrays.asList(at(5.9), at(5.1), at(7), at(5.5))).hours())
        .isEqualTo(
            List.of(MONDAY.getEpochSecond() / 3_600 + 5, MONDAY.getEpochSecond() / 3_600 + 7));
  }

  @Test
  void only_the_latest_beats_are_kept() {
    var many = IntStream.range(0, 1_000).mapToObj(TempoTest::at).toList();

    assertThat(Beats.NONE.with(many).hours())
        .hasSize(Beats.MOST)
        .last()
        .isEqualTo(MONDAY.getEpochSecond() / 3_600 + 999);
  }
}
