package dev.feedwarden.feed;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Parameters that tell the publisher who came from where, and do not choose the page. */
final class Tracking {
  private static final List<String> FAMILIES =
      List.of("utm_", "mtm_", "pk_", "hsa_", "itm_", "_branch_", "guce_", "aspsessionid");
  private static final Set<String> NAMES =
      Set.of(
          // advertisers' click numbers
          "fbclid",
          "gclid",
          "gclsrc",
          "dclid",
          "gbraid",
          "wbraid",
          "yclid",
          "ysclid",
          "twclid",
          "ttclid",
          "msclkid",
          "igshid",
          "igsh",
          "rb_clickid",
          "wickedid",
          "_openstat",
          "epik",
          // newsletters
          "mc_cid",
          "mc_eid",
          "mc_tc",
          "_hsenc",
          "_hsmi",
          "__hssc",
          "__hstc",
          "__hsfp",
          "hsctatracking",
          "vero_id",
          "vero_conv",
          "oly_anon_id",
          "oly_enc_id",
          "ml_subscriber",
          "ml_subscriber_hash",
          "mkt_tok",
          "__s",
          "ss_email_id",
          // where the reader came from
          "ref_src",
          "ref_url",
          "s_cid",
          "sc_cid",
          "cmpid",
          "ncid",
          "xtor",
          "wt_mc",
          "ns_source",
          "ns_mchannel",
          "ns_campaign",
          "ns_linkname",
          "at_medium",
          "at_campaign",
          "spm",
          // sessions
          "jsessionid",
          "phpsessid",
          "sessionid",
          "session_id",
          "bv_sessionid",
          "cfid",
          "cftoken",
          "oscsid",
          "zenid");
  // A number of a session, or else a parameter that chooses something.
  private static final Pattern SESSION = Pattern.compile("[A-Za-z0-9_-]{16,128}");

  private Tracking() {}

  static boolean is(String name, String value) {
    var lower = name.toLowerCase(Locale.ROOT);
    return switch (lower) {
      case "sid", "sess", "s_id" -> SESSION.matcher(value).matches();
      case "source" -> value.startsWith("rss"); // as Medium writes into its feeds
      default -> NAMES.contains(lower) || isOfFamily(lower);
    };
  }

  private static boolean isOfFamily(String name) {
    for (var family : FAMILIES) {
      if (name.startsWith(family)) {
        return true;
      }
    }
    return false;
  }
}
