package dev.feedwarden.feed;

import com.ctc.wstx.exc.WstxEOFException;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * Where a document stops to be what it should be, for people who look at it.
 *
 * @param words the parser's, without the place
 */
public record Breakage(int line, int column, String words) {
  /**
   * Where a strict parser gives up; nothing if it does not.
   *
   * @param isWhole whether the document's end is its own
   */
  public static Optional<Breakage> of(String text, boolean isWhole) {
    return JsonFeed.begins(text) ? ofJson(text, isWhole) : ofXml(text, isWhole);
  }

  private static Optional<Breakage> ofXml(String text, boolean isWhole) {
    try {
      var reader = Xml.strict(text);
      while (reader.hasNext()) {
        reader.next();
      }
      return Optional.empty();
    } catch (WstxEOFException end) {
      return isWhole ? Optional.of(at(end)) : Optional.empty();
    } catch (XMLStreamException broken) {
      return Optional.of(at(broken));
    }
  }

  private static Breakage at(XMLStreamException broken) {
    var place = broken.getLocation();
    return new Breakage(place.getLineNumber(), place.getColumnNumber(), words(broken));
  }

  private static Optional<Breakage> ofJson(String text, boolean isWhole) {
    try (var json = Json.open(text)) {
      while (json.more()) {
        json.skip();
      }
      return Optional.empty();
    } catch (UnexpectedEndOfInputException end) {
      return isWhole ? Optional.of(at(end)) : Optional.empty();
    } catch (JacksonException broken) {
      return Optional.of(at(broken));
    }
  }

  private static Breakage at(JacksonException broken) {
    var place = broken.getLocation();
    return new Breakage(place.getLineNr(), place.getColumnNr(), words(broken));
  }

  private static String words(Exception broken) {
    return String.valueOf(broken.getMessage()).lines().findFirst().orElse("");
  }
}
