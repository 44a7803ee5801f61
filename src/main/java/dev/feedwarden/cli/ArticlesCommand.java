package dev.feedwarden.cli;

import picocli.CommandLine.Command;

@Command(name = "articles", description = "The stored articles.")
final class ArticlesCommand extends GroupCommand {}
