package dev.feedwarden.cli;

import dev.feedwarden.api.pages.Manual;
import dev.feedwarden.model.OperatorMistake;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "manual",
    description = {
      "Print a page of the manual, such as howto/slack, or the list of them.",
      "The name of an error or of its cause is enough: feedwarden manual not_found"
    })
final class ManualCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "PAGE",
      defaultValue = "",
      description = "A page, or what failed.")
  private String page = "";

  private final Session session;

  ManualCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    // As it is named in links: of the dashboard, of a checkout, of the page itself.
    var name = page.replaceFirst("^/?docs/?", "").replaceFirst("(^|/)README\\.md$|\\.md$", "");
    var text =
        Stream.of(name, "runbook/" + name, "howto/" + name, "reference/" + name)
            .flatMap(one -> Manual.text(one).stream())
            .findFirst()
            .orElseThrow(() -> unknown(page));
    session.terminal().out().print(text);
    return CommandTree.OK;
  }

  private static OperatorMistake unknown(String page) {
    return new OperatorMistake(
        "There is no page "
            + Shown.remote(Shown.cut(page, 80))
            + "; 'feedwarden manual' lists them.");
  }
}
