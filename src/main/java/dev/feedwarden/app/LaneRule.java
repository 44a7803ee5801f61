package dev.feedwarden.app;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.WebUrl;

/** So many feeds of a host may be asked for at once. */
record LaneRule(HostKey host, int lanes) {
  private static final int MOST = 64;

  static Reading<LaneRule> read(String text) {
    var parts = text.split("=", -1);
    if (parts.length != 2 || !parts[1].strip().matches("\\d{1,2}")) {
      return new Reading.Bad<>("is not HOST=N");
    }
    var lanes = Integer.parseInt(parts[1].strip());
    if (lanes < 2 || lanes > MOST) {
      return new Reading.Bad<>("is not between 2 and " + MOST + " lanes");
    }
    return WebUrl.parse("http://" + parts[0].strip() + "/") instanceof WebUrl.Parsed.Good(var url)
            && url.target().equals("/")
        ? new Reading.Good<>(new LaneRule(url.hostKey(), lanes))
        : new Reading.Bad<>("does not name a host");
  }

  static String text(LaneRule rule) {
    return rule.host() + "=" + rule.lanes();
  }
}
