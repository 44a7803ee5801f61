package dev.feedwarden.api.pages;

import dev.feedwarden.api.Answer;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.Map;
import java.util.function.Consumer;

/** Pages as text; whatever a template is given is escaped for the place that it stands in. */
public final class Html {
  public static final String TYPE = "text/html;charset=utf-8";

  private Html() {}

  static String text(Consumer<HtmlTemplateOutput> template) {
    var out = new StringOutput(16 << 10);
    template.accept(new OwaspHtmlTemplateOutput(out));
    return out.toString();
  }

  static Answer page(Consumer<HtmlTemplateOutput> template) {
    return Answer.text(TYPE, text(template));
  }

  /** On to another page after something was done. */
  public static Answer seeOther(String address) {
    return new Answer(303, Map.of("Location", address), new Answer.Content.Nothing());
  }
}
