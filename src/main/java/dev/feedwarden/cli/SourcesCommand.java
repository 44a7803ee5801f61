package dev.feedwarden.cli;

import picocli.CommandLine.Command;

@Command(name = "sources", description = "The register of sources.")
final class SourcesCommand extends GroupCommand {}
