package dev.feedwarden.cli;

import dev.feedwarden.app.Setting;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "show", description = "Every setting: value, where it came from, meaning.")
final class ConfigShowCommand implements Callable<Integer> {
  @Option(names = "--json", description = "Print JSON lines.")
  private boolean json;

  private final Session session;

  ConfigShowCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    session.configuration().config(); // a bad one is told, not shown
    var shown = session.configuration().settings().shown();
    if (json) {
      shown.forEach(setting -> fields(setting).print(session.terminal(), true));
      return CommandTree.OK;
    }
    var table = new Table("SETTING", "VALUE", "FROM", "MEANING");
    shown.forEach(
        setting ->
            table.row(
                setting.name(), setting.value(), setting.origin().label(), setting.meaning()));
    table.print(session.terminal());
    return CommandTree.OK;
  }

  private static Fields fields(Setting.Shown setting) {
    return new Fields()
        .with("name", setting.name())
        .with("value", setting.value())
        .with("origin", setting.origin().label())
        .with("default", setting.standard())
        .with("accepts", setting.rule())
        .with("meaning", setting.meaning());
  }
}
