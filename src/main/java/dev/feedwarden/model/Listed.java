package dev.feedwarden.model;

import dev.feedwarden.model.Source.Settings;

/**
 * A source as a registry elsewhere has it, for a crawler that is to poll it.
 *
 * @param revision the registry's own, which changes with everything that is decided there
 */
public record Listed(SourceId id, Settings settings, Standing standing, long revision) {}
