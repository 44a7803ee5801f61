package dev.feedwarden.cli;

import picocli.CommandLine.Command;

@Command(name = "policy", description = "What follows from each kind of failure.")
final class PolicyCommand extends GroupCommand {}
