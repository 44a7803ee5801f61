import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.DriverManager;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Run by bench/compare, which has generated the feeds and started the upstream. */
static final int HOSTS = 20;
static final int LANES = 4;
static final int AT_ONCE = 64;
static final JsonMapper JSON = JsonMapper.builder().build();
static final String PLAIN = "http://127.0.0.%d:18080/f/%05d.xml";
static final String SECURE = "https://127.0.0.%d:18443/f/%05d.xml";
static final List<String> JVM =
    List.of("-Xmx256m", "-XX:InitialRAMPercentage=0.2", "-XX:GCTimeRatio=4", "-XX:+UseCompactObjectHeaders", "--enable-native-access=ALL-UNNAMED");

enum Mode {
  COLD,
  WARM,
  TOUCHED;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}

record Cost(double seconds, double cpu) {}

/** What one round of a contender came to. */
record Round(Map<Mode, Cost> costs, long rss, long bytes, long articles) {}

/**
 * Somebody who polls feeds.
 *
 * @param isNot what it does not do that Feedwarden does
 */
record Contender(String name, int feeds, String isNot, Trial trial) {}

interface Trial {
  List<Round> rounds(Path folder, int rounds) throws Exception;
}

record Setup(Path root, Path work, int feeds, int peerFeeds, int rounds, Set<String> only, String upstream, String made, Path cref, Path out, String docs, boolean noisy) {
  static Setup of(String[] a) {
    return new Setup(
        Path.of(a[0]), Path.of(a[1]), Integer.parseInt(a[2]), Math.min(Integer.parseInt(a[2]), Integer.parseInt(a[3])), Integer.parseInt(a[4]),
        Set.of(a[5].split(",")), a[6], a[7], Path.of(a[8]), Path.of(a[9]), a[10], !a[11].isEmpty());
  }
}

Setup setup;

void main(String[] args) throws Exception {
  setup = Setup.of(args);
  var head = quiet();
  IO.println(head);
  touch();
  var measured = new LinkedHashMap<Contender, List<Round>>();
  for (var contender : contenders()) {
    IO.print(contender.name() + " … ");
    var folder = Files.createDirectories(setup.work().resolve("c-" + measured.size()));
    var rounds = contender.trial().rounds(folder, setup.rounds());
    forget(folder);
    measured.put(contender, rounds);
    IO.println(row(contender, rounds, " ").strip());
  }
  var extra = new ArrayList<String>(extras);
  var secure = setup.only().contains("tls") && Files.exists(setup.work().resolve("ca.pem")) ? tls() : Map.<String, List<Cost>>of();
  var table = table(measured);
  var tlsTable = tlsTable(secure);
  var goals = goals(measured, secure);
  IO.println("\n" + table + "\n" + String.join("\n", extra) + "\n" + tlsTable + "\n" + goals);
  json(measured, secure, head);
  if (!setup.docs().isEmpty()) {
    document(head, table, tlsTable, goals, extra, measured);
  }
}

final List<String> extras = new ArrayList<>();

String quiet() throws Exception {
  var busy = Machine.busy();
  for (int i = 0; i < 20 && busy > 0.1 && !setup.noisy(); i++) {
    busy = Machine.busy();
  }
  if (busy > 0.1 && !setup.noisy()) {
    throw new IOException("others use %.0f %% of this machine: come back later, or say --noisy".formatted(100 * busy));
  }
  return """
      %s. %,d feeds by %s (peers: %,d) on 20 loopback addresses from %s; median of %d rounds; load before %s, others used %.0f %% of the cores.
      Feedwarden: %d polls at once, host gap 0 and %d requests at once per address (HOST_LANES), allowed by ALLOWED_ADDRESSES; guard, deadlines, caps and sanitising on; %s."""
      .formatted(Machine.described(), setup.feeds(), setup.made(), setup.peerFeeds(), setup.upstream(), setup.rounds(), Machine.load(), 100 * busy, AT_ONCE, LANES, JVM.getFirst());
}

// A new time for every file: the upstream sends each whole again, and not a byte in it has changed.
Instant touch() throws Exception {
  var now = Instant.ofEpochSecond(Instant.now().getEpochSecond());
  try (var files = Files.list(setup.work().resolve("www/f"))) {
    for (var file : files.toList()) {
      Files.setLastModifiedTime(file, FileTime.from(now));
    }
  }
  Thread.sleep(2_100); // nginx looks at a file again after a second, and its times have no fractions
  return now;
}

List<Contender> contenders() {
  var all = new ArrayList<Contender>();
  if (wants("feedwarden")) {
    all.add(new Contender("Feedwarden, steady state", setup.feeds(), "", this::steady));
  }
  if (wants("fresh")) {
    all.add(new Contender("Feedwarden, fresh JVM (ingest)", setup.feeds(), "", this::fresh));
  }
  if (wants("cref") && Files.isExecutable(setup.cref())) {
    all.add(new Contender("C reference", setup.feeds(), "no normalising, sanitising, guard, deadlines, retries, policy, history; one thread", this::cref));
  }
  if (wants("sfeed")) {
    peer(all, "sfeed_update", "sfeed (64 jobs)", "no conditional requests: every poll is whole; text files, no history, policy or sanitising", this::sfeed);
  }
  if (wants("newsboat")) {
    peer(all, "newsboat", "newsboat (64 threads)", "no guard, policy, history or sanitising", this::newsboat);
  }
  if (wants("rss2email")) {
    peer(all, "r2e", "rss2email (run --no-send)", "one feed at a time; keeps ids and no articles; mail is made and not sent", this::rss2email);
  }
  if (wants("feedparser")) {
    if (Files.isExecutable(Path.of("/usr/bin/python3")) && hasFeedparser()) {
      all.add(new Contender("feedparser loop", setup.peerFeeds(), "one feed at a time; no guard, deadlines, policy or history", this::feedparser));
    } else {
      IO.println("feedparser is not here: left out");
    }
  }
  return all;
}

boolean wants(String name) {
  return setup.only().contains(name);
}

boolean hasFeedparser() {
  try {
    return new ProcessBuilder("/usr/bin/python3", "-c", "import feedparser").redirectErrorStream(true).start().waitFor() == 0;
  } catch (IOException | InterruptedException none) {
    return false;
  }
}

void peer(List<Contender> all, String command, String name, String isNot, Trial trial) {
  var found = Pattern.compile(":").splitAsStream(System.getenv("PATH")).anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
  if (found) {
    all.add(new Contender(name, setup.peerFeeds(), isNot, trial));
  } else {
    IO.println(name + " is not here: left out");
  }
}

// ---- Feedwarden

Map<String, String> environment(Path folder, int port) {
  var environment = new LinkedHashMap<String, String>();
  environment.put("FEEDWARDEN_DATA_DIR", folder.resolve("data").toString());
  environment.put("FEEDWARDEN_ALLOWED_ADDRESSES", "127.0.0.0/8");
  environment.put("FEEDWARDEN_HOST_MIN_GAP", "0s");
  environment.put("FEEDWARDEN_WORKERS", "" + AT_ONCE);
  environment.put("FEEDWARDEN_LISTEN", "off");
  environment.put("FEEDWARDEN_HOST_LANES", IntStream.rangeClosed(1, HOSTS).mapToObj(i -> "127.0.0.%d:%d=%d".formatted(i, port, LANES)).collect(Collectors.joining(",")));
  if (port == 18443) {
    environment.put("FEEDWARDEN_SSL_CA_FILE", setup.work().resolve("ca.pem").toString());
  }
  environment.put("MALLOC_ARENA_MAX", "2"); // as the launcher does
  environment.put("JAVA_OPTS", JVM.getFirst());
  return environment;
}

List<String> bench(String... args) {
  var command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
  command.addAll(JVM);
  command.addAll(List.of("-cp", System.getProperty("java.class.path"), "PollBench"));
  command.addAll(List.of(args));
  return command;
}

List<JsonNode> facts(Machine.Run run) {
  return run.said().lines().filter(line -> line.startsWith("{") && !line.startsWith("{\"time\"")).map(JSON::readTree).toList();
}

double fact(List<JsonNode> facts, String name) {
  return facts.stream().filter(f -> f.has(name)).mapToDouble(f -> f.get(name).asDouble()).findFirst().orElse(0);
}

List<Round> steady(Path folder, int rounds) throws Exception {
  var command = new ArrayList<>(bench("steady", "" + setup.feeds(), PLAIN, "" + rounds, setup.work().resolve("www/f").toString()));
  if (wants("index")) {
    command.add("index");
  }
  var facts = facts(Machine.run(folder, environment(folder, 18080), command));
  var costs = new EnumMap<Mode, List<Cost>>(Mode.class);
  for (var fact : facts) {
    if (fact.has("mode")) {
      costs.computeIfAbsent(Mode.valueOf(fact.get("mode").asString().toUpperCase(Locale.ROOT)), _ -> new ArrayList<>())
          .add(new Cost(fact.get("seconds").asDouble(), fact.get("cpu").asDouble()));
    }
  }
  var articles = fact(facts, "articles");
  if (wants("index")) {
    extras.add(
        "The index of words, which `serve` makes aside: %.1f CPU s per 1,000 feeds more, and %,.0f bytes per article."
            .formatted(1_000 * fact(facts, "index_cpu") / setup.feeds(), (fact(facts, "bytes_indexed") - fact(facts, "bytes")) / articles));
  }
  // Rounds of one process: the medians are taken by mode.
  var one = new EnumMap<Mode, Cost>(Mode.class);
  costs.forEach((mode, list) -> one.put(mode, new Cost(median(list, Cost::seconds), median(list, Cost::cpu))));
  return List.of(new Round(one, (long) fact(facts, "peak_rss"), (long) fact(facts, "bytes"), (long) articles));
}

List<Round> fresh(Path folder, int rounds) throws Exception {
  var all = new ArrayList<Round>();
  for (int round = 0; round < rounds; round++) {
    var here = Files.createDirectories(folder.resolve("" + round));
    Files.createDirectories(here.resolve("data"));
    var environment = environment(here, 18080);
    Machine.run(here, environment, bench("prepare", "" + setup.feeds(), PLAIN));
    var ingest = List.of(setup.root().resolve("feedwarden").toString(), "ingest", "--limit", "" + setup.feeds(), "--parallel", "" + AT_ONCE, "--force");
    all.add(round(here, environment, ingest, () -> database(here.resolve("data/feedwarden.db"), "articles")));
  }
  return all;
}

// ---- others

List<Round> cref(Path folder, int rounds) throws Exception {
  var all = new ArrayList<Round>();
  for (int round = 0; round < rounds; round++) {
    var here = Files.createDirectories(folder.resolve("" + round));
    var costs = new EnumMap<Mode, Cost>(Mode.class);
    long rss = 0;
    for (var mode : Mode.values()) {
      if (mode == Mode.TOUCHED) {
        touch();
      }
      var said = Machine.run(here, Map.of(), List.of(setup.cref().toString(), "s", "" + AT_ONCE, "" + setup.feeds(), here.resolve("c.db").toString())).said();
      if (number(said, mode == Mode.WARM ? "304" : "200") != setup.feeds()) {
        throw new IOException(mode + ": " + said);
      }
      costs.put(mode, new Cost(number(said, "wall"), number(said, "cpu"))); // its own clock: it does not count its start
      rss = Math.max(rss, (long) number(said, "rss") * 1024 * 1024);
    }
    var size = database(here.resolve("c.db"), "article");
    all.add(new Round(costs, rss, size.bytes(), size.articles()));
  }
  return all;
}

double number(String text, String name) {
  var found = Pattern.compile("\\b" + name + "=([0-9.]+)").matcher(text);
  return found.find() ? Double.parseDouble(found.group(1)) : 0;
}

List<String> urls(int feeds) {
  return IntStream.range(0, feeds).mapToObj(i -> PLAIN.formatted(1 + i % HOSTS, i)).toList();
}

record Size(long bytes, long articles) {}

interface Sizing {
  Size size() throws Exception;
}

interface Preparing {
  void prepare(Path folder, List<String> urls) throws Exception;
}

List<Round> sfeed(Path folder, int rounds) throws Exception {
  return peer(folder, rounds,
      (here, urls) ->
          Files.writeString(
              here.resolve("rc"),
              IntStream.range(0, urls.size()).mapToObj(i -> "feed \"f%05d\" \"%s\"".formatted(i, urls.get(i)))
                  .collect(Collectors.joining("\n", "sfeedpath=\"" + here.resolve("feeds") + "\"\nmaxjobs=" + AT_ONCE + "\nfeeds() {\n", "\n}\n"))),
      here -> List.of("sfeed_update", here.resolve("rc").toString()),
      here -> {
        long bytes = 0;
        long lines = 0;
        try (var files = Files.list(here.resolve("feeds"))) {
          for (var file : files.toList()) {
            bytes += Files.size(file);
            lines += Files.readAllLines(file).size();
          }
        }
        return new Size(bytes, lines);
      });
}

List<Round> newsboat(Path folder, int rounds) throws Exception {
  return peer(folder, rounds,
      (here, urls) -> {
        Files.write(here.resolve("urls"), urls);
        Files.writeString(here.resolve("config"), "reload-threads " + AT_ONCE + "\nmax-items 0\n");
      },
      here -> List.of("newsboat", "-u", here.resolve("urls").toString(), "-c", here.resolve("cache.db").toString(), "-C", here.resolve("config").toString(), "-x", "reload"),
      here -> database(here.resolve("cache.db"), "rss_item"));
}

List<Round> rss2email(Path folder, int rounds) throws Exception {
  return peer(folder, rounds,
      (here, urls) ->
          Files.writeString(
              here.resolve("r2e.cfg"),
              "[DEFAULT]\nfrom = bench@example.org\nto = bench@example.org\n"
                  + IntStream.range(0, urls.size()).mapToObj(i -> "\n[feed.f%05d]\nurl = %s\n".formatted(i, urls.get(i))).collect(Collectors.joining())),
      here -> List.of("r2e", "-c", here.resolve("r2e.cfg").toString(), "-d", here.resolve("r2e.json").toString(), "run", "--no-send"),
      here -> {
        var seen = JSON.readTree(Files.readString(here.resolve("r2e.json"))).get("feeds");
        long articles = 0;
        for (var feed : seen) {
          articles += feed.get("seen").size();
        }
        return new Size(Files.size(here.resolve("r2e.json")), articles);
      });
}

List<Round> feedparser(Path folder, int rounds) throws Exception {
  return peer(folder, rounds,
      (here, urls) -> Files.write(here.resolve("urls"), urls),
      here -> List.of("/usr/bin/python3", setup.root().resolve("bench/feedparser-loop.py").toString(), here.resolve("fp.db").toString(), here.resolve("urls").toString()),
      here -> database(here.resolve("fp.db"), "article"));
}

interface Commanding {
  List<String> command(Path folder);
}

interface Weighing {
  Size size(Path folder) throws Exception;
}

List<Round> peer(Path folder, int rounds, Preparing preparing, Commanding commanding, Weighing weighing) throws Exception {
  var all = new ArrayList<Round>();
  for (int round = 0; round < rounds; round++) {
    var here = Files.createDirectories(folder.resolve("" + round));
    preparing.prepare(here, urls(setup.peerFeeds()));
    all.add(round(here, Map.of("HOME", here.toString(), "LC_ALL", "C.UTF-8"), commanding.command(here), () -> weighing.size(here)));
  }
  return all;
}

Round round(Path here, Map<String, String> environment, List<String> command, Sizing sizing) throws Exception {
  var costs = new EnumMap<Mode, Cost>(Mode.class);
  long rss = 0;
  for (var mode : Mode.values()) {
    if (mode == Mode.TOUCHED) {
      touch();
    }
    var run = Machine.run(here, environment, command);
    costs.put(mode, new Cost(run.seconds(), run.cpu()));
    rss = Math.max(rss, run.rss());
  }
  var size = sizing.size();
  if (size.articles() == 0) {
    throw new IOException(command.getFirst() + " kept no article");
  }
  return new Round(costs, rss, size.bytes(), size.articles());
}

Size database(Path file, String table) throws Exception {
  try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file); var statement = connection.createStatement()) {
    statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    try (var rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
      rows.next();
      return new Size(Files.size(file), rows.getLong(1));
    }
  }
}

// ---- over TLS, a new connection each

Map<String, List<Cost>> tls() throws Exception {
  var folder = Files.createDirectories(setup.work().resolve("tls"));
  Files.createDirectories(folder.resolve("data"));
  var modified = DateTimeFormatter.RFC_1123_DATE_TIME.format(touch().atOffset(ZoneOffset.UTC));
  var costs = new LinkedHashMap<String, List<Cost>>();
  var before = connections();
  var facts = facts(Machine.run(folder, environment(folder, 18443), bench("passes", "" + setup.feeds(), SECURE, "" + setup.rounds())));
  check("Feedwarden", before);
  costs.put("Feedwarden, steady state", facts.stream().filter(f -> f.has("mode")).map(f -> new Cost(f.get("seconds").asDouble(), f.get("cpu").asDouble())).toList());
  Files.writeString(
      folder.resolve("curl"),
      IntStream.range(0, setup.feeds()).mapToObj(i -> "url=" + SECURE.formatted(1 + i % HOSTS, i) + "\noutput=/dev/null\n").collect(Collectors.joining()));
  var curl = new ArrayList<Cost>();
  before = connections();
  for (int round = 0; round < setup.rounds(); round++) {
    var run =
        Machine.run(folder, Map.of(), List.of("curl", "-s", "--parallel", "--parallel-immediate", "--parallel-max", "" + AT_ONCE,
            "--cacert", setup.work().resolve("ca.pem").toString(), "-H", "If-Modified-Since: " + modified.replaceFirst(", (\\d) ", ", 0$1 "),
            "-w", "%{http_code}\\n", "-K", folder.resolve("curl").toString()));
    var unmodified = run.said().lines().filter("304"::equals).count();
    if (unmodified < 0.99 * setup.feeds()) {
      throw new IOException("curl got %d times 304".formatted(unmodified));
    }
    if (unmodified < setup.feeds()) {
      extras.add("curl had no answer to %d of its requests in one round.".formatted(setup.feeds() - unmodified));
    }
    curl.add(new Cost(run.seconds(), run.cpu()));
  }
  check("curl", before);
  costs.put("curl --parallel", curl);
  return costs;
}

record Connections(long accepted, long requests) {}

Connections connections() throws Exception {
  try (var client = HttpClient.newHttpClient()) {
    var text = client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:18444/status")).build(), BodyHandlers.ofString()).body();
    var numbers = text.lines().skip(2).findFirst().orElseThrow().strip().split("\\s+");
    return new Connections(Long.parseLong(numbers[0]), Long.parseLong(numbers[2]));
  }
}

void check(String who, Connections before) throws Exception {
  var after = connections();
  var accepted = after.accepted() - before.accepted();
  var requests = after.requests() - before.requests();
  extras.add("Over TLS the upstream counted %,d connections and %,d requests of %s.".formatted(accepted - 1, requests - 1, who)); // but for this question
}

// ---- what is told

static <T> double median(List<T> all, ToDoubleFunction<T> of) {
  var sorted = all.stream().mapToDouble(of).sorted().toArray();
  return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
}

double seconds(List<Round> rounds, Mode mode) {
  return median(rounds, r -> r.costs().get(mode).seconds());
}

double rate(Contender contender, List<Round> rounds, Mode mode) {
  return contender.feeds() / seconds(rounds, mode);
}

double cpu(Contender contender, List<Round> rounds, Mode mode) {
  return 1_000 * median(rounds, r -> r.costs().get(mode).cpu()) / contender.feeds();
}

String row(Contender contender, List<Round> rounds, String between) {
  var cells = new ArrayList<String>(List.of(contender.name(), "%,d".formatted(contender.feeds())));
  for (var mode : Mode.values()) {
    cells.add(Svg.number(rate(contender, rounds, mode)));
  }
  for (var mode : Mode.values()) {
    cells.add("%.2f".formatted(cpu(contender, rounds, mode)));
  }
  cells.add("%,.0f".formatted(median(rounds, Round::rss) / 1e6));
  var articles = median(rounds, Round::articles);
  cells.add("%,.1f".formatted(median(rounds, Round::bytes) / 1e6));
  cells.add("%,.0f".formatted(median(rounds, Round::bytes) / articles));
  return String.join(between, cells);
}

String table(Map<Contender, List<Round>> measured) {
  var text = new StringBuilder();
  text.append("| who | feeds | cold/s | warm/s | touched/s | CPU s per 1,000: cold | warm | touched | peak RSS MB | database MB | bytes per article |\n");
  text.append("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  measured.forEach((contender, rounds) -> text.append("| ").append(row(contender, rounds, " | ")).append(" |\n"));
  return text.toString();
}

String tlsTable(Map<String, List<Cost>> secure) {
  if (secure.isEmpty()) {
    return "";
  }
  var text = new StringBuilder("| HTTPS, a new connection per poll, all 304 | polls/s | CPU s per 1,000 |\n|---|--:|--:|\n");
  secure.forEach(
      (who, costs) ->
          text.append("| %s | %,.0f | %.2f |\n".formatted(who, setup.feeds() / median(costs, Cost::seconds), 1_000 * median(costs, Cost::cpu) / setup.feeds())));
  return text.toString();
}

/** What was promised, and what came of it. */
String goals(Map<Contender, List<Round>> measured, Map<String, List<Cost>> secure) {
  var by = new LinkedHashMap<String, Map.Entry<Contender, List<Round>>>();
  measured.entrySet().forEach(e -> by.put(e.getKey().name().split(" \\(")[0], e));
  var us = by.get("Feedwarden, steady state");
  var text = new StringBuilder();
  if (us != null) {
    text.append("| goal (steady state) | wanted | found | |\n|---|--:|--:|---|\n");
    against(text, us, by.get("C reference"), Mode.COLD, 0.6);
    against(text, us, by.get("C reference"), Mode.WARM, 0.25);
    against(text, us, by.get("C reference"), Mode.TOUCHED, 2);
    against(text, us, by.get("newsboat"), Mode.COLD, 25);
    against(text, us, by.get("newsboat"), Mode.TOUCHED, 50);
    against(text, us, by.get("sfeed"), Mode.COLD, 6);
    against(text, us, by.get("feedparser loop"), Mode.WARM, 5);
    goal(text, "CPU s per 1,000 cold feeds", 3.5, cpu(us.getKey(), us.getValue(), Mode.COLD), false);
    goal(text, "peak RSS, MB", 350, median(us.getValue(), Round::rss) / 1e6, false);
    goal(text, "bytes per article", 2_000, median(us.getValue(), Round::bytes) / median(us.getValue(), Round::articles), false);
  }
  if (secure.size() == 2) {
    var ours = secure.get("Feedwarden, steady state");
    var curl = secure.get("curl --parallel");
    goal(text, "TLS polls/s, times curl's", 1.5, median(curl, Cost::seconds) / median(ours, Cost::seconds), true);
    goal(text, "TLS CPU, times curl's", 1, median(ours, Cost::cpu) / median(curl, Cost::cpu), false);
  }
  return text.toString();
}

void against(StringBuilder text, Map.Entry<Contender, List<Round>> us, Map.Entry<Contender, List<Round>> them, Mode mode, double wanted) {
  if (them != null) {
    goal(text, mode.word() + ", times " + them.getKey().name().split(" \\(")[0], wanted,
        rate(us.getKey(), us.getValue(), mode) / rate(them.getKey(), them.getValue(), mode), true);
  }
}

void goal(StringBuilder text, String what, double wanted, double found, boolean atLeast) {
  var met = atLeast ? found >= wanted : found <= wanted;
  text.append("| %s | %s %s | %s | %s |\n".formatted(what, atLeast ? "≥" : "≤", Svg.number(wanted), Svg.number(found), met ? "met" : "**not met**"));
}

void json(Map<Contender, List<Round>> measured, Map<String, List<Cost>> secure, String head) throws Exception {
  var all = new LinkedHashMap<String, Object>();
  all.put("circumstances", head);
  all.put("measured", Docs.circumstances(setup.root(), "bench/compare"));
  measured.forEach(
      (contender, rounds) -> {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("feeds", contender.feeds());
        for (var mode : Mode.values()) {
          facts.put(mode.word() + "_per_second", rate(contender, rounds, mode));
          facts.put(mode.word() + "_cpu_per_1000", cpu(contender, rounds, mode));
        }
        facts.put("peak_rss", median(rounds, Round::rss));
        facts.put("bytes", median(rounds, Round::bytes));
        facts.put("articles", median(rounds, Round::articles));
        facts.put("does_not", contender.isNot());
        facts.put("rounds", rounds.stream().map(Record::toString).toList());
        all.put(contender.name(), facts);
      });
  secure.forEach((who, costs) -> all.put("tls: " + who, Map.of("polls_per_second", setup.feeds() / median(costs, Cost::seconds), "cpu_per_1000", 1_000 * median(costs, Cost::cpu) / setup.feeds())));
  Files.writeString(setup.out(), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all));
  IO.println("JSON: " + setup.out());
}

void document(String head, String table, String tlsTable, String goals, List<String> extra, Map<Contender, List<Round>> measured) throws Exception {
  var docs = Path.of(setup.docs());
  var not = measured.keySet().stream().filter(c -> !c.isNot().isEmpty()).map(c -> "- " + c.name() + ": " + c.isNot() + ".").collect(Collectors.joining("\n"));
  Docs.put(
      docs.resolve("performance.md"),
      "compare",
      String.join(
          "\n\n",
          Docs.circumstances(setup.root(), "bench/compare --docs"),
          head,
          "![Feeds per second](performance-compare.svg)",
          table.strip(),
          String.join("\n", extra),
          tlsTable.strip(),
          goals.strip(),
          "What they do not do:\n\n" + not));
  var groups = new ArrayList<Svg.Group>();
  for (var mode : Mode.values()) {
    groups.add(
        new Svg.Group(
            mode.word(),
            measured.entrySet().stream().map(e -> new Svg.Bar(e.getKey().name(), rate(e.getKey(), e.getValue(), mode))).sorted(Comparator.comparing(Svg.Bar::value).reversed()).toList()));
  }
  Files.writeString(docs.resolve("performance-compare.svg"), Svg.bars("Feeds polled", "feeds/s", groups));
}

static void forget(Path folder) throws IOException {
  try (var files = Files.walk(folder)) {
    for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
      Files.delete(file);
    }
  }
}
