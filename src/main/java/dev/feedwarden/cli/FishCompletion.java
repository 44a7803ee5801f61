package dev.feedwarden.cli;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What fish needs to know to complete our commands. */
final class FishCompletion {
  private final String program;
  private final List<String> lines = new ArrayList<>();

  private FishCompletion(String program) {
    this.program = program;
  }

  static String of(CommandLine root) {
    var fish = new FishCompletion(root.getCommandName());
    fish.describe(root, List.of());
    return String.join("\n", fish.lines) + "\n";
  }

  private void describe(CommandLine command, List<String> path) {
    var below =
        command.getSubcommands().values().stream()
            .filter(one -> !one.getCommandSpec().usageMessage().hidden())
            .toList();
    var here = condition(path, below.stream().map(CommandLine::getCommandName).toList());
    for (var option : command.getCommandSpec().options()) {
      if (!option.hidden()) {
        line(here, names(option), option.description());
      }
    }
    for (var one : below) {
      line(
          here, "-f -a " + one.getCommandName(), one.getCommandSpec().usageMessage().description());
    }
    for (var one : below) {
      describe(one, Stream.concat(path.stream(), Stream.of(one.getCommandName())).toList());
    }
  }

  // All words on the way are there, and none that leads further.
  private static String condition(List<String> path, List<String> below) {
    var seen =
        Stream.concat(
            path.stream().map(word -> "__fish_seen_subcommand_from " + word),
            below.isEmpty()
                ? Stream.empty()
                : Stream.of("not __fish_seen_subcommand_from " + String.join(" ", below)));
    return seen.collect(joining("; and "));
  }

  private static String names(OptionSpec option) {
    var names =
        Stream.of(option.names())
            .map(name -> name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.charAt(1))
            .collect(joining(" "));
    return option.arity().max() > 0 ? names + " -r" : names;
  }

  private void line(String condition, String what, String... meaning) {
    var said = meaning.length == 0 ? "" : " -d '" + meaning[0].replace("'", "\\'") + "'";
    lines.add("complete -c %s -n '%s' %s%s".formatted(program, condition, what, said));
  }
}
