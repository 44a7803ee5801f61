package dev.feedwarden.feed;

/** The parts of an XML document one after another; a broken document is an event like others. */
sealed interface Tokens permits Stax, Soup {
  enum Event {
    START,
    END,
    TEXT,
    DONE,
    BROKEN
  }

  Event next();

  /** The name of the element just opened, as it is written. */
  String name();

  /** Whether the tag that opened the element also closed it. */
  boolean hollow();

  /** How many attributes the element just opened has. */
  int attributes();

  String attributeName(int index);

  String attributeValue(int index);

  /** Adds the text of the event, once; false if the document breaks inside it. */
  boolean appendTo(Scratch out);

  /** Whether all texts so far are known to hold nothing that cannot be stored. */
  boolean clean();

  /** The line of the event, from 1. */
  int line();

  /** Whether tags were missing or misplaced so far. */
  boolean damaged();
}
