package dev.feedwarden.cli;

import picocli.CommandLine.Command;

@Command(
    name = "pages",
    description = "The pages behind the entries of sources in the mode feed+pages.")
final class PagesCommand extends GroupCommand {}
