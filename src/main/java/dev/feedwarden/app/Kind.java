package dev.feedwarden.app;

import static java.util.stream.Collectors.joining;

import dev.feedwarden.deliver.Topic;
import dev.feedwarden.model.Durations;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Cells;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * How the text of a setting is read, checked and shown.
 *
 * @param rule what is accepted, for the reference
 * @param sensitive the text may hold a secret: it is never quoted, and may come from a file
 */
record Kind<T>(
    String rule,
    boolean sensitive,
    Function<String, Reading<T>> reader,
    Function<T, String> printer) {

  Reading<T> read(String text) {
    return reader.apply(text);
  }

  String print(T value) {
    return printer.apply(value);
  }

  /** Whether the text holds something that is not for showing. */
  boolean hides(String text) {
    return sensitive
        && read(text) instanceof Reading.Good<T>(var value)
        && !print(value).equals(text.strip());
  }

  <U> Kind<U> as(Function<T, U> to, Function<U, T> from) {
    return new Kind<>(
        rule,
        sensitive,
        text -> read(text).then(value -> new Reading.Good<>(to.apply(value))),
        value -> print(from.apply(value)));
  }

  static Kind<Duration> duration(String least, String most) {
    var from = known(least);
    var to = known(most);
    return open(
        least + " to " + most,
        text ->
            readDuration(text)
                .then(d -> within(d, from.compareTo(d) <= 0 && d.compareTo(to) <= 0, least, most)),
        Durations::text);
  }

  private static Reading<Duration> readDuration(String text) {
    return Durations.parse(text)
        .<Reading<Duration>>map(Reading.Good::new)
        .orElseGet(() -> new Reading.Bad<>("is not a duration; write for example 10, 10s or 2m"));
  }

  static Kind<Integer> number(int least, int most) {
    return open(
        least + " to " + most,
        text ->
            text.matches("\\d{1,9}")
                ? within(Integer.valueOf(text), isWithin(text, least, most), least, most)
                : new Reading.Bad<>("is not a whole number"),
        String::valueOf);
  }

  static <E extends Enum<E>> Kind<E> choice(List<E> values) {
    return choice(values, Kind::word);
  }

  static <E extends Enum<E>> Kind<E> choice(List<E> values, Function<E, String> word) {
    var rule = values.stream().map(word).collect(joining(", "));
    return open(
        rule,
        text ->
            values.stream()
                .filter(value -> word.apply(value).equalsIgnoreCase(text))
                .findFirst()
                .<Reading<E>>map(Reading.Good::new)
                .orElseGet(() -> new Reading.Bad<>("is not one of " + rule)),
        word);
  }

  static Kind<Boolean> yesOrNo() {
    return open(
        "true, false",
        text ->
            text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")
                ? new Reading.Good<>(Boolean.valueOf(text))
                : new Reading.Bad<>("is neither true nor false"),
        String::valueOf);
  }

  static Kind<String> printable(int longest) {
    return open(
        "printable ASCII, at most " + longest + " characters",
        text ->
            text.length() <= longest && text.chars().allMatch(c -> c >= 0x20 && c < 0x7f)
                ? filled(text)
                : new Reading.Bad<>("is not printable ASCII of at most " + longest + " characters"),
        text -> text);
  }

  static Kind<String> text() {
    return open("text", Kind::filled, text -> text);
  }

  static Kind<Path> directory() {
    return open("a directory", text -> filled(text).then(Kind::path), Path::toString);
  }

  static Kind<Path> file() {
    return open("a file", text -> filled(text).then(Kind::path), Path::toString);
  }

  static Kind<Listen> listen() {
    return open("HOST:PORT or off", Listen::read, Listen::text);
  }

  static Kind<WebUrl> origin() {
    return open("http(s)://HOST", Kind::readOrigin, WebUrl::text);
  }

  private static Reading<WebUrl> readOrigin(String text) {
    return WebUrl.parse(text) instanceof WebUrl.Parsed.Good(var url) && url.target().equals("/")
        ? new Reading.Good<>(url)
        : new Reading.Bad<>("is not an address; write for example https://feeds.example");
  }

  static Kind<WebUrl> proxy() {
    return new Kind<>("http://HOST:PORT", true, text -> readProxy(text.strip()), WebUrl::text);
  }

  private static Reading<WebUrl> readProxy(String text) {
    return WebUrl.parse(text) instanceof WebUrl.Parsed.Good(var url)
            && url.scheme().equals("http")
            && url.target().equals("/")
        ? new Reading.Good<>(url)
        : new Reading.Bad<>("is not a proxy; write for example http://proxy.example:3128");
  }

  static <T> Kind<List<T>> listOf(
      String rule, Function<String, Reading<T>> reader, Function<T, String> printer) {
    return open(
        "comma-separated: " + rule,
        text -> items(text, reader),
        values -> values.stream().map(printer).collect(joining(",")));
  }

  static Kind<String> cell(Cells.Cell cell) {
    return open(
        cell.accepts(),
        text ->
            cell.isGood(text)
                ? new Reading.Good<>(text)
                : new Reading.Bad<>("is not " + cell.accepts()),
        text -> text);
  }

  static Kind<JdbcUrl> jdbcUrl() {
    return new Kind<>(
        "jdbc:sqlite:… or jdbc:postgresql:…", true, t -> JdbcUrl.read(t.strip()), JdbcUrl::masked);
  }

  static Kind<Secret> secret() {
    return new Kind<>(
        "text, or a file by _FILE",
        true,
        text -> filled(text).then(t -> new Reading.Good<>(new Secret(t))),
        Secret::toString);
  }

  static Kind<Secret> bearer() {
    return new Kind<>(
        "a token, or a file by _FILE",
        true,
        text ->
            text.strip().matches("[\\x21-\\x7e]{1,8192}")
                ? new Reading.Good<>(new Secret(text.strip()))
                : new Reading.Bad<>("is not a token"),
        Secret::toString);
  }

  static Kind<Secret> secretUrl() {
    return new Kind<>(
        "http(s)://…, or a file by _FILE",
        true,
        text ->
            WebUrl.parse(text.strip()) instanceof WebUrl.Parsed.Good
                ? new Reading.Good<>(new Secret(text.strip()))
                : new Reading.Bad<>("is not a URL"),
        Secret::toString);
  }

  static Reading<Topic> readTopic(String text) {
    return Arrays.stream(Topic.values())
        .filter(topic -> topic.wire().equals(text))
        .findFirst()
        .<Reading<Topic>>map(Reading.Good::new)
        .orElseGet(() -> new Reading.Bad<>("is not one of incidents, articles, digest"));
  }

  static Reading<Tag> readTag(String text) {
    return Tag.parse(text)
        .<Reading<Tag>>map(Reading.Good::new)
        .orElseGet(() -> new Reading.Bad<>("is not a tag"));
  }

  static Kind<Secret> secret(int leastBytes) {
    return new Kind<>(
        "text of at least " + leastBytes + " bytes, or a file by _FILE",
        true,
        text ->
            text.strip().getBytes(StandardCharsets.UTF_8).length < leastBytes
                ? new Reading.Bad<>("is shorter than " + leastBytes + " bytes")
                : new Reading.Good<>(new Secret(text)),
        Secret::toString);
  }

  private static <T> Kind<T> open(
      String rule, Function<String, Reading<T>> reader, Function<T, String> printer) {
    return new Kind<>(rule, false, text -> reader.apply(text.strip()), printer);
  }

  private static Reading<String> filled(String text) {
    return text.isBlank()
        ? new Reading.Bad<>("is empty; give it a value or leave it out")
        : new Reading.Good<>(text);
  }

  private static Reading<Path> path(String text) {
    try {
      return new Reading.Good<>(Path.of(text));
    } catch (InvalidPathException notAPath) {
      return new Reading.Bad<>("is not a path");
    }
  }

  private static <T> Reading<List<T>> items(String text, Function<String, Reading<T>> reader) {
    var values = new ArrayList<T>();
    for (var item : text.isEmpty() ? List.<String>of() : List.of(text.split(",", -1))) {
      switch (reader.apply(item.strip())) {
        case Reading.Good<T>(var value) -> values.add(value);
        case Reading.Bad<T>(var reason) -> {
          return new Reading.Bad<>("is not a good list: " + Reading.quoted(item) + " " + reason);
        }
      }
    }
    return new Reading.Good<>(List.copyOf(values));
  }

  private static boolean isWithin(String digits, int least, int most) {
    return Integer.parseInt(digits) >= least && Integer.parseInt(digits) <= most;
  }

  private static <T> Reading<T> within(T value, boolean is, Object least, Object most) {
    return is
        ? new Reading.Good<>(value)
        : new Reading.Bad<>("is not between " + least + " and " + most);
  }

  private static Duration known(String text) {
    return Durations.parse(text).orElseThrow();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
