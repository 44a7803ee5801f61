package dev.feedwarden.api;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;

/** The words in which routes say what they take and answer. */
public final class Shapes {
  public static final Shape COUNT = new Shape.Whole(0, Long.MAX_VALUE);
  public static final Shape YES_NO = new Shape.YesNo();
  public static final Shape ANYTHING = new Shape.Anything();
  public static final Shape TIME = text(40);
  public static final Shape ID = text(36);

  private Shapes() {}

  /** Any text. */
  public static Shape text(int longest) {
    return new Shape.Text(longest, List.of());
  }

  /** One of a few words. */
  public static Shape word(List<String> words) {
    return new Shape.Text(Integer.MAX_VALUE, words);
  }

  public static Shape whole(long least, long most) {
    return new Shape.Whole(least, most);
  }

  public static Shape list(Shape of, int most) {
    return new Shape.Many(of, most);
  }

  /** A thing with any names, each with the same kind of value. */
  public static Shape map(Shape of, int most) {
    return new Shape.Named(of, most);
  }

  /** A thing whose fields are known; a mark {@code ?} after a name says that it may be missing. */
  public static Shape.Thing thing(String name, Object... namesAndShapes) {
    var fields = new LinkedHashMap<String, Shape>();
    var optional = new HashSet<String>();
    for (int i = 0; i < namesAndShapes.length; i += 2) {
      var text = (String) namesAndShapes[i];
      var field = text.replace("?", "");
      fields.put(field, (Shape) namesAndShapes[i + 1]);
      if (text.endsWith("?")) {
        optional.add(field);
      }
    }
    return new Shape.Thing(name, fields, optional);
  }
}
