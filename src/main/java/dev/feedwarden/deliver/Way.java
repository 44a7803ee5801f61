package dev.feedwarden.deliver;

import dev.feedwarden.fetch.KafkaCluster;
import dev.feedwarden.fetch.KafkaCluster.Broker;
import dev.feedwarden.fetch.MailServer;
import dev.feedwarden.model.WebUrl;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a destination is reached. */
public sealed interface Way {
  /** The word for it in files and over the API. */
  String kind();

  /** Where it leads, without anything that opens it or says to whom. */
  String place();

  /** A value that may be used and never be shown. */
  record Hidden(String value) {
    @Override
    public String toString() {
      return "***";
    }
  }

  /** Slack's incoming webhook, whose whole path is a secret. */
  record Slack(Hidden url) implements Way {
    @Override
    public String kind() {
      return "slack";
    }

    @Override
    public String place() {
      return origin(url);
    }
  }

  record SlackBot(WebUrl api, Hidden token, String channel) implements Way {
    @Override
    public String kind() {
      return "slack_bot";
    }

    @Override
    public String place() {
      return channel;
    }
  }

  record Webhook(Hidden url, @Nullable Hidden secret) implements Way {
    @Override
    public String kind() {
      return "webhook";
    }

    @Override
    public String place() {
      return origin(url);
    }
  }

  record Mail(
      MailServer.Place server, MailServer.@Nullable Login login, String from, List<String> to)
      implements Way {
    public Mail {
      to = List.copyOf(to);
    }

    @Override
    public String kind() {
      return "mail";
    }

    @Override
    public String place() {
      return server.host() + ":" + server.port();
    }
  }

  /**
   * A Kafka cluster.
   *
   * @param articles the topic for articles
   * @param events the topic for everything else
   */
  record Kafka(
      KafkaCluster.Place cluster,
      KafkaCluster.@Nullable Login login,
      String articles,
      String events)
      implements Way {
    @Override
    public String kind() {
      return "kafka";
    }

    @Override
    public String place() {
      return String.join(",", addresses());
    }

    /** Each broker that it names, with its port. */
    public List<String> addresses() {
      return cluster.brokers().stream().map(Broker::toString).toList();
    }
  }

  record Lines(Path path) implements Way {
    @Override
    public String kind() {
      return "file";
    }

    @Override
    public String place() {
      return String.valueOf(path.getFileName());
    }
  }

  private static String origin(Hidden url) {
    var whole = WebUrl.of(url.value());
    return whole.scheme() + "://" + whole.authority();
  }
}
