package dev.feedwarden.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashFieldNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where log lines go: to stderr, one line an event, as JSON or for people. */
public final class Logging {
  private static final String CONSOLE =
      "%d{HH:mm:ss.SSS} %-5level %replace(%msg){'\\p{Cntrl}','?'}"
          + " %replace(%kvp{NONE}){'\\p{Cntrl}','?'}%n";
  private static final String IGNORE = "[ignore]";

  private Logging() {}

  /** Says nothing, until the configuration is known. */
  static void quiet() {
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
    appender.setEncoder(forPeople ? console(context) : json(context));
    appender.start();
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.addAppender(appender);
    root.setLevel(Level.WARN); // libraries
    context.getLogger("io.javalin").setLevel(Level.OFF); // what it would tell we tell ourselves
    context.getLogger("dev.feedwarden").setLevel(level(log.level(), forPeople));
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

  private static Encoder<ILoggingEvent> console(LoggerContext context) {
    var encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(CONSOLE);
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
    encoder.setTimestampPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX");
    encoder.start();
    return encoder;
  }
}
