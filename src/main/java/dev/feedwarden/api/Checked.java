package dev.feedwarden.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What came of looking at every part: yes or no, and nothing else that anybody could learn. */
record Checked(Map<String, Boolean> checks) {
  Checked {
    checks = Collections.unmodifiableMap(new LinkedHashMap<>(checks));
  }

  boolean isHealthy() {
    return !checks.containsValue(false);
  }

  Answer answer(String good, String bad) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("status", isHealthy() ? good : bad);
    fields.put("checks", checks);
    return Answer.json(isHealthy() ? 200 : 503, fields);
  }
}
