package dev.feedwarden.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.SourceId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class EventTextTest {
  private static final SourceId ID = new SourceId("01890000-0000-7000-8000-000000000000");
  private static final Subject SUBJECT = new Subject(ID, "a", "http://a.example/", List.of("t"));

  static Stream<Happening> happenings() {
    return Stream.of(
        new Happening.FeedMoved(SUBJECT, "http://b.example/", "policy", "seen", null),
        new Happening.FeedMoved(SUBJECT, "http://b.example/", "ann", "seen", ID),
        new Happening.PageFetched(SUBJECT, 7, "http://a.example/x", "The page"),
        new Happening.RepairProposed(SUBJECT, 7, "http://b.example/", 95, "10 of 10"));
  }

  @ParameterizedTest
  @MethodSource("happenings")
  void what_is_written_is_read_again(Happening what) {
    assertThat(EventText.read(what.word(), ID.value(), EventText.write(what))).isEqualTo(what);
  }
}
