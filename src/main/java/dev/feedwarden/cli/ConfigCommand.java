package dev.feedwarden.cli;

import picocli.CommandLine.Command;

@Command(name = "config", description = "The settings in force.")
final class ConfigCommand extends GroupCommand {}
