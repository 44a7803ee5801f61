package dev.feedwarden.cli;

import picocli.CommandLine.Command;

@Command(name = "deliver", description = "Who is told what happens, and what did not get through.")
final class DeliverCommand extends GroupCommand {}
