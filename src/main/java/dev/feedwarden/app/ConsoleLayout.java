package dev.feedwarden.app;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** A log line for people; a stack trace follows it. */
final class ConsoleLayout extends LayoutBase<ILoggingEvent> {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

  @Override
  public String doLayout(ILoggingEvent event) {
    var line = new StringBuilder();
    line.append(TIME.format(event.getInstant()));
    line.append(" %-5s ".formatted(event.getLevel()));
    line.append(LogText.value(event.getFormattedMessage()));
    if (event.getKeyValuePairs() != null) {
      event.getKeyValuePairs().forEach(pair -> pair(line, pair.key, pair.value));
    }
    event.getMDCPropertyMap().forEach((key, value) -> pair(line, key, value));
    line.append('\n');
    if (event.getThrowableProxy() != null) {
      line.append(LogText.stack(ThrowableProxyUtil.asString(event.getThrowableProxy())));
      line.append('\n');
    }
    return line.toString();
  }

  private static void pair(StringBuilder line, String key, Object value) {
    var text = String.valueOf(value);
    line.append(' ').append(key).append('=');
    line.append(LogText.value(key.equals(Logging.HELP) ? Logging.help(text) : text));
  }
}
