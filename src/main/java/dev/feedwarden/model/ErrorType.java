package dev.feedwarden.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The eight kinds of failure; this file is the only place that spells their wire names. */
public enum ErrorType {
  RATE_LIMITED("rate_limited"),
  FORBIDDEN("forbidden"),
  NOT_FOUND("not_found"),
  GONE("gone"),
  UPSTREAM_FAILURE("upstream_failure"),
  NETWORK("network"),
  PARSE_ERROR("parse_error"),
  UNEXPECTED("unexpected");

  private final String wire;

  ErrorType(String wire) {
    this.wire = wire;
  }

  /** The name in database, API, logs and metrics. */
  public String wire() {
    return wire;
  }

  /** The type of a wire name; an unknown name is a bug of ours. */
  public static ErrorType ofWire(String wire) {
    return named(wire)
        .orElseThrow(() -> new IllegalArgumentException("no error type is called " + wire));
  }

  /** The type of a wire name; nothing for another word, such as a person's reason. */
  public static Optional<ErrorType> named(String wire) {
    return Arrays.stream(values()).filter(type -> type.wire.equals(wire)).findFirst();
  }

  /** All wire names as a list of SQL literals, for the schema's CHECK clauses. */
  public static String sqlList() {
    return Arrays.stream(values())
        .map(type -> "'" + type.wire + "'")
        .collect(Collectors.joining(", "));
  }
}
