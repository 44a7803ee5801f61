package dev.feedwarden.api.pages;

import dev.feedwarden.model.ErrorType;
import java.util.List;

/**
 * What a person should know and can do about one type of error.
 *
 * @param meaning what happened
 * @param causes what it usually comes from
 * @param steps what to do, the first thing first
 */
public record Runbook(String type, String meaning, List<String> causes, List<String> steps) {
  private static final String CHECK =
      "See with one fetch what it answers now: feedwarden poll URL shows redirects, headers and"
          + " timings and stores nothing.";

  static Runbook of(ErrorType type) {
    return switch (type) {
      case RATE_LIMITED ->
          new Runbook(
              type.wire(),
              "The server says that we ask too often (HTTP 429).",
              List.of(
                  "A limit for all readers behind one address, ours among them.",
                  "Several feeds of one host that are due at the same time."),
              List.of(
                  "Usually nothing: the wait doubles, the server's Retry-After is kept, and it"
                      + " never disables.",
                  "If it lasts for days, give the source a longer interval, or the host a longer"
                      + " gap (HOST_MIN_GAP).",
                  "Ask the publisher for a key or an exception if you need it sooner."));
      case FORBIDDEN ->
          new Runbook(
              type.wire(),
              "The server will not let us in (HTTP 403), or a page for suspected robots came"
                  + " instead of the feed.",
              List.of(
                  "A wall against robots in front of the site.",
                  "The feed has become one for members.",
                  "Our address or user agent is on a list."),
              List.of(
                  CHECK,
                  "Open it in a browser: if it shows there, the wall is against programs. Write to"
                      + " the publisher; name your user agent (INGESTION_USER_AGENT) and its"
                      + " contact.",
                  "If it needs a login, register it with credentials: sources set ID --auth …"));
      case NOT_FOUND ->
          new Runbook(
              type.wire(),
              "There is nothing at this address (HTTP 404).",
              List.of(
                  "The site was rebuilt and its feed is elsewhere.",
                  "A mistake while something was deployed, which passes."),
              List.of(
                  "Search the site for its new feed: Add a source with the address of its front"
                      + " page.",
                  "Edit this source to give it the new address; its articles stay.",
                  "If the site is no more, remove the source or disable it with a reason."));
      case GONE ->
          new Runbook(
              type.wire(),
              "The server says that the feed is gone for good (HTTP 410).",
              List.of("The publisher took it down on purpose."),
              List.of(
                  "Look whether the site has another feed: Add a source with its front page.",
                  "Else remove it. Until then it is asked again every few days, in case it was a"
                      + " mistake."));
      case UPSTREAM_FAILURE ->
          new Runbook(
              type.wire(),
              "The server failed by itself (HTTP 5xx).",
              List.of("An outage, a deployment, a database of theirs that is down."),
              List.of(
                  "Nothing for some hours: each poll asks three times, and most of these pass.",
                  "See Incidents: when half of a host's feeds fail alike, the host is blamed, not"
                      + " its feeds.",
                  "If it fails only for us for days, " + CHECK));
      case NETWORK ->
          new Runbook(
              type.wire(),
              "No whole answer came: no address for its name, no connection, a time-out, a broken"
                  + " certificate, or an answer that was cut off.",
              List.of(
                  "The server is down or very slow.",
                  "Its name or its certificate has run out.",
                  "Our own line: then a banner says so, and nobody is blamed."),
              List.of(
                  CHECK,
                  "nxdomain: the domain is no more. tls_certificate: theirs is expired or for"
                      + " another name; we do not look away.",
                  "timeout: raise REQUEST_TIMEOUT only if the feed is known to be slow and worth"
                      + " it."));
      case PARSE_ERROR ->
          new Runbook(
              type.wire(),
              "An answer came, but no feed could be read from it.",
              List.of(
                  "A web page instead of a feed: a moved feed, a consent page, a parked domain.",
                  "A document broken beyond mending, empty, or larger than MAX_RESPONSE_SIZE_MB."),
              List.of(
                  CHECK,
                  "If it is a web page, search it for the feed: Add a source with this address.",
                  "If the document is broken, the publisher wants to know: save it and show them"
                      + " what feedwarden parse FILE says."));
      case UNEXPECTED ->
          new Runbook(
              type.wire(),
              "Something that no rule has a name for: an odd status, too many redirects, an address"
                  + " that may not be asked.",
              List.of(
                  "blocked_address: the feed leads to a private or reserved address.",
                  "redirect_limit: it redirects in a circle.",
                  "A status that feeds do not have, such as 401, 402 or 418."),
              List.of(
                  CHECK,
                  "blocked_address: if it is your own server, allow it by ALLOWED_ADDRESSES.",
                  "401: register it with credentials."));
    };
  }
}
