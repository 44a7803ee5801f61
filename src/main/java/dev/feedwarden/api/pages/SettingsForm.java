package dev.feedwarden.api.pages;

import dev.feedwarden.api.Form;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Refusal.Fault;
import dev.feedwarden.api.Shape;
import dev.feedwarden.api.SourceBody;
import dev.feedwarden.api.SourceBody.Read;
import dev.feedwarden.model.Source.Settings;
import java.util.ArrayList;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A source's settings as a form has them: read by what reads the API's. */
final class SettingsForm {
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  private SettingsForm() {}

  static Settings read(Form form, Settings before, Shape.Thing shape, Parts parts) {
    var body = body(form);
    var faults = new ArrayList<Fault>();
    shape.check(body, "", (field, message) -> faults.add(new Fault(field, message)));
    if (!faults.isEmpty()) {
      throw Refusal.fields(faults);
    }
    return switch (SourceBody.over(before, body, parts)) {
      case Read.Good(var settings) -> settings;
      case Read.Bad(var problems) -> throw Refusal.fields(problems);
    };
  }

  private static ObjectNode body(Form form) {
    var body = JsonNodeFactory.instance.objectNode();
    if (!form.text("name").isBlank()) {
      body.put("name", form.text("name").strip());
    }
    if (form.has("feed_url")) {
      body.put("feed_url", form.text("feed_url").strip());
    }
    if (form.has("interval")) {
      interval(body, form.text("interval").strip());
    }
    if (form.has("tags")) {
      var tags = body.putArray("tags");
      for (var tag : form.text("tags").split(",", -1)) {
        if (!tag.isBlank()) {
          tags.add(tag.strip());
        }
      }
    }
    if (form.has("notes")) {
      var notes = form.text("notes").replace("\r\n", "\n");
      if (notes.isBlank()) {
        body.putNull("notes");
      } else {
        body.put("notes", notes);
      }
    }
    return body;
  }

  // What is no number is left a text, so that the shape refuses it.
  private static void interval(ObjectNode body, String minutes) {
    var field = "feed_poll_interval_minutes";
    if (minutes.isEmpty()) {
      body.putNull(field);
    } else if (NUMBER.matcher(minutes).matches()) {
      body.put(field, Integer.parseInt(minutes));
    } else {
      body.put(field, minutes);
    }
  }
}
