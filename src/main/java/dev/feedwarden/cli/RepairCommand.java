package dev.feedwarden.cli;

import picocli.CommandLine.Command;

@Command(
    name = "repair",
    description = "Feeds that are gone: where they may be now, and what is to become of that.")
final class RepairCommand extends GroupCommand {}
