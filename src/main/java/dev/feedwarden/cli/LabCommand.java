package dev.feedwarden.cli;

import dev.feedwarden.lab.sim.Chart;
import dev.feedwarden.lab.sim.Contest;
import dev.feedwarden.lab.sim.Contest.Contestant;
import dev.feedwarden.lab.sim.Measure;
import dev.feedwarden.lab.sim.Scenario;
import dev.feedwarden.lab.sim.Scenarios;
import dev.feedwarden.lab.sim.Score;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.policy.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "lab",
    description =
        "Grade policies: the real poll loop beside a modelled network, thirty days in seconds.")
final class LabCommand implements Callable<Integer> {
  private static final List<Measure> SHOWN =
      Stream.of(Measure.values()).filter(measure -> measure != Measure.REQUESTS).toList();

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      description = "Only this one; may be repeated.")
  private List<String> scenarios = List.of();

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Only this profile; may be repeated.")
  private List<String> profiles = List.of();

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "Grade the profile and cells of a YAML file, as 'policy check' reads it.")
  private @Nullable Path policy;

  @Option(names = "--seed", paramLabel = "N", description = "Other dice; 1 if not given.")
  private long seed = 1;

  @Option(names = "--json", description = "Print one JSON object a line.")
  private boolean json;

  @Option(names = "--svg", paramLabel = "FILE", description = "Write charts to this file too.")
  private @Nullable Path svg;

  @Option(
      names = "--replay",
      paramLabel = "DATABASE",
      description =
          "Decide the polls that a database recorded again, and say what differs; a file or a JDBC"
              + " URL. Nothing is written.")
  private @Nullable String replay;

  private final Session session;

  LabCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws InterruptedException {
    return replay == null ? grade() : new ReplayReport(session, json).print(replay, policy);
  }

  private int grade() throws InterruptedException {
    var scores = Contest.run(chosen(), contestants(), seed);
    if (json) {
      scores.forEach(score -> session.terminal().json(fields(score)));
    } else {
      print(scores);
    }
    if (svg != null) {
      write(svg, Chart.svg(scores));
    }
    return CommandTree.OK;
  }

  private List<Scenario> chosen() {
    return scenarios.isEmpty()
        ? Scenarios.ALL
        : scenarios.stream().map(LabCommand::scenario).toList();
  }

  private static Scenario scenario(String name) {
    return Scenarios.named(name)
        .orElseThrow(
            () ->
                new OperatorMistake(
                    "There is no scenario '"
                        + Shown.remote(Shown.cut(name, 80))
                        + "'; there are "
                        + Scenarios.ALL.stream()
                            .map(Scenario::name)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  private List<Contestant> contestants() {
    var all = new ArrayList<Contestant>();
    if (policy != null) {
      all.add(ofFile(policy));
    }
    if (policy == null && profiles.isEmpty()) {
      Arrays.stream(Profile.values()).forEach(profile -> all.add(contestant(profile)));
    }
    profiles.forEach(name -> all.add(contestant(profile(name))));
    return all;
  }

  private static Contestant contestant(Profile profile) {
    return new Contestant(profile.wire(), profile.table());
  }

  private static Profile profile(String name) {
    return Profile.ofWire(name)
        .orElseThrow(
            () ->
                new OperatorMistake(
                    "There is no profile '"
                        + Shown.remote(Shown.cut(name, 80))
                        + "'; there are "
                        + Arrays.stream(Profile.values())
                            .map(Profile::wire)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  private Contestant ofFile(Path file) {
    var config = session.configuration().config();
    return new Contestant(
        Shown.cut(file.getFileName().toString(), 12), PolicyCheckCommand.table(file, config));
  }

  private Map<String, Object> fields(Score score) {
    var fields =
        new Fields()
            .with("scenario", score.scenario())
            .with("policy", score.policy())
            .with("seed", seed);
    for (var measure : Measure.values()) {
      fields.with(measure.key(), measure.of(score).orElse(null));
    }
    return fields.map();
  }

  private void print(List<Score> scores) {
    var headings =
        Stream.concat(Stream.of("SCENARIO", "POLICY"), SHOWN.stream().map(Measure::heading));
    var table = new Table(headings.toArray(String[]::new));
    var last = "";
    for (var score : scores) {
      var name = score.scenario().equals(last) ? "" : score.scenario();
      last = score.scenario();
      table.row(
          Stream.concat(
                  Stream.of(name, score.policy()),
                  SHOWN.stream().map(measure -> measure.text(score)))
              .toArray(String[]::new));
    }
    table.print(session.terminal());
    session.terminal().say("");
    SHOWN.forEach(
        measure ->
            session.terminal().say("%-8s  %s".formatted(measure.heading(), measure.meaning())));
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException refused) {
      throw new OperatorMistake("The file " + file + " cannot be written.");
    }
  }
}
