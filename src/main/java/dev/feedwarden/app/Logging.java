package dev.feedwarden.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashFieldNames;
import net.logstash.logback.mask.MaskingJsonGeneratorDecorator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.TokenStreamContext;

/** Where log lines go: to stderr, one line an event, as JSON or for people. */
public final class Logging {
  private static final int MOST_A_MINUTE = 200;
  private static final String IGNORE = "[ignore]";
  static final String HELP = "help";

  private static volatile @Nullable Repeats repeats;
  private static volatile String manual = "";

  private Logging() {}

  /** Says nothing, until the configuration is known. */
  public static void quiet() {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
  }

  /**
   * Follows the configuration.
   *
   * @param person whether somebody is watching stderr
   */
  public static void follow(Config.Log log, boolean person) {
    finish();
    var forPeople =
        switch (log.format()) {
          case AUTO -> person;
          case JSON -> false;
          case CONSOLE -> true;
        };
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    var appender = new ConsoleAppender<ILoggingEvent>();
    appender.setContext(context);
    appender.setTarget("System.err");
    appender.setEncoder(encoder(context, forPeople));
    var filter = new Repeats(MOST_A_MINUTE);
    appender.addFilter(filter);
    repeats = filter;
    appender.start();
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.addAppender(appender);
    root.setLevel(Level.WARN); // libraries
    context.getLogger("io.javalin").setLevel(Level.OFF); // what it would tell we tell ourselves
    context.getLogger("com.zaxxer.hikari").setLevel(Level.ERROR); // and what it warns of too
    context.getLogger("org.apache.kafka").setLevel(Level.OFF); // nor of every broken connection
    context.getLogger("dev.feedwarden").setLevel(level(log.level(), forPeople));
  }

  /** Tells what was held back of lines that came too often; nothing may follow that would. */
  public static void finish() {
    var held = repeats;
    if (held != null) {
      held.finish();
    }
  }

  /**
   * Says in which dashboard the pages are that lines lead to.
   *
   * @param address without a slash at its end; empty where there is none
   */
  public static void manualAt(String address) {
    manual = address;
  }

  /** A page for who reads a line or a terminal: its path alone would help nobody. */
  public static String help(String path) {
    return manual.isEmpty()
        ? path.replaceFirst("^/docs/", "feedwarden manual ")
        : path.startsWith("/") ? manual + path : path;
  }

  /** A line before it is written: its message, and its values by their keys. */
  public record Line(String message, Map<String, String> values) {}

  /** Gives every line from INFO on to a listener instead of writing it. */
  public static void tell(Consumer<Line> listener) {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    var appender =
        new AppenderBase<ILoggingEvent>() {
          @Override
          protected void append(ILoggingEvent event) {
            listener.accept(new Line(event.getMessage(), values(event)));
          }
        };
    appender.setContext(context);
    appender.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
    var ours = context.getLogger("dev.feedwarden");
    ours.setLevel(Level.INFO);
    ours.addAppender(appender);
  }

  private static Map<String, String> values(ILoggingEvent event) {
    var pairs = event.getKeyValuePairs();
    return pairs == null
        ? Map.of()
        : pairs.stream().collect(Collectors.toMap(p -> p.key, p -> String.valueOf(p.value)));
  }

  private static Level level(Config.LogLevel level, boolean forPeople) {
    return switch (level) {
      case AUTO -> forPeople ? Level.ERROR : Level.INFO;
      case ERROR -> Level.ERROR;
      case WARN -> Level.WARN;
      case INFO -> Level.INFO;
      case DEBUG -> Level.DEBUG;
    };
  }

  /** Makes bytes of an event; nothing secret is left of it. */
  static Encoder<ILoggingEvent> encoder(LoggerContext context, boolean forPeople) {
    return forPeople ? console(context) : json(context);
  }

  private static Encoder<ILoggingEvent> console(LoggerContext context) {
    var layout = new ConsoleLayout();
    layout.setContext(context);
    layout.start();
    var encoder = new LayoutWrappingEncoder<ILoggingEvent>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.setCharset(StandardCharsets.UTF_8);
    encoder.start();
    return encoder;
  }

  private static Encoder<ILoggingEvent> json(LoggerContext context) {
    var names = new LogstashFieldNames();
    names.setTimestamp("time");
    names.setLogger("logger");
    names.setVersion(IGNORE);
    names.setThread(IGNORE);
    names.setLevelValue(IGNORE);
    var encoder = new LogstashEncoder();
    encoder.setContext(context);
    encoder.setFieldNames(names);
    encoder.setTimeZone("UTC");
    var masking = new MaskingJsonGeneratorDecorator();
    masking.addValueMasker(Logging::masked);
    masking.start();
    encoder.addDecorator(masking);
    encoder.setTimestampPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX");
    encoder.start();
    return encoder;
  }

  // Nothing means that the value stays as it is.
  private static @Nullable Object masked(TokenStreamContext where, Object value) {
    if (!(value instanceof CharSequence text)) {
      return null;
    }
    var before = text.toString();
    var after =
        switch (where.currentName()) {
          case "stack_trace" -> LogText.stack(before);
          case HELP -> LogText.value(help(before));
          case null, default -> LogText.value(before);
        };
    return after.equals(before) ? null : after;
  }
}
