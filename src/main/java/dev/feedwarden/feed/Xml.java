package dev.feedwarden.feed;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.osgi.InputFactoryProviderImpl;
import dev.feedwarden.model.Budget;
import dev.feedwarden.model.WebUrl;
import java.io.StringReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;

/**
 * The one place where an XML parser is made, so that none is ever made without its armour.
 *
 * <p>Woodstox and not Aalto, although Aalto is a third faster: Aalto refuses undeclared prefixes
 * and trips over internal DTD subsets, and has no limit on depth, attributes or attribute size.
 */
final class Xml {
  static final int DEEPEST = 100;
  static final int LONGEST_FIELD = 256 * 1_024;

  private static final int MOST_ATTRIBUTES = 500;
  private static final long MOST_ELEMENTS = 1_500_000;
  private static final XMLInputFactory2 FACTORY = hardened();

  private Xml() {}

  /** A cursor before the first event of a document; relative links in it begin at the base. */
  static Cursor open(String text, WebUrl base, Budget budget) {
    try {
      var reader = (XMLStreamReader2) FACTORY.createXMLStreamReader(new StringReader(text));
      var clean = !text.contains("&#");
      return new Cursor(new Stax(reader, () -> clean), base, budget);
    } catch (XMLStreamException beforeTheFirstEvent) {
      return new Cursor(new Stax(null, () -> true), base, budget);
    }
  }

  /** The same of a document in UTF-8; it breaks where it is none. */
  static Cursor open(byte[] utf8, WebUrl base, Budget budget) {
    try {
      var in = new Utf8Reader(utf8);
      var reader = (XMLStreamReader2) FACTORY.createXMLStreamReader(in);
      return new Cursor(new Stax(reader, in::isClean), base, budget);
    } catch (XMLStreamException beforeTheFirstEvent) {
      return new Cursor(new Stax(null, () -> true), base, budget);
    }
  }

  /** The bare parser, which tells where a document breaks. */
  static XMLStreamReader2 strict(String text) throws XMLStreamException {
    return (XMLStreamReader2) FACTORY.createXMLStreamReader(new StringReader(text));
  }

  /** A cursor over a document that is not well-formed, before the tag at {@code from}. */
  static Cursor salvage(String text, int from, WebUrl base, Budget budget) {
    return new Cursor(new Soup(text, from), base, budget);
  }

  // The factory is configured once and only read after that, which Woodstox allows from any thread.
  private static XMLInputFactory2 hardened() {
    var factory = new InputFactoryProviderImpl().createInputFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_VALIDATING, false);
    factory.setXMLResolver((_, _, _, _) -> new StringReader(""));
    // Prefixes are resolved in Cursor, which forgives those that nobody declared.
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, false);
    // Interned names would outlive the document.
    factory.setProperty(XMLInputFactory2.P_INTERN_NAMES, false);
    factory.setProperty(XMLInputFactory2.P_INTERN_NS_URIS, false);
    factory.setProperty(WstxInputProperties.P_INPUT_BUFFER_LENGTH, 16_000);
    factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, DEEPEST);
    factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_COUNT, MOST_ELEMENTS);
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, MOST_ATTRIBUTES);
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, LONGEST_FIELD);
    return factory;
  }
}
