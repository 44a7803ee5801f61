package dev.feedwarden.model;

/**
 * A decision of a crawler's policy about a source whose standing the registry keeps.
 *
 * @param revision the registry's, of the source that was judged
 * @param standing in the schedule, or cooling
 */
public record StandingReport(SourceId source, long revision, Standing standing, String evidence) {
  public StandingReport {
    if (standing instanceof Standing.Stopped) {
      throw new IllegalArgumentException("no policy stops a feed for good");
    }
  }
}
