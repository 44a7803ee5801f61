package dev.feedwarden.api;

import java.util.List;
import java.util.Map;

/** Something that a client must put right, or wait for; it ends as a problem (RFC 9457). */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** One field and what is wrong with it. */
  public record Fault(String field, String message) {}

  @SuppressWarnings("serial") // never serialised
  private final List<Fault> faults;

  @SuppressWarnings("serial") // never serialised
  private final Map<String, String> headers;

  private final int status;

  private Refusal(int status, String detail, List<Fault> faults, Map<String, String> headers) {
    super(detail, null, false, false); // its stack says nothing
    this.status = status;
    this.faults = List.copyOf(faults);
    this.headers = Map.copyOf(headers);
  }

  /** A request that cannot be done as it is. */
  public static Refusal of(int status, String detail) {
    return new Refusal(status, detail, List.of(), Map.of());
  }

  /** A request with fields that are not as they must be. */
  public static Refusal fields(List<Fault> faults) {
    return new Refusal(400, "The request has fields that are not valid.", faults, Map.of());
  }

  public static Refusal field(String field, String message) {
    return fields(List.of(new Fault(field, message)));
  }

  /** The same words whether the thing never was, is no more, or is somebody else's. */
  public static Refusal notFound() {
    return of(404, "There is nothing at this address.");
  }

  Refusal with(String header, String value) {
    return new Refusal(status, detail(), faults, Map.of(header, value));
  }

  int status() {
    return status;
  }

  String detail() {
    return String.valueOf(getMessage());
  }

  List<Fault> faults() {
    return faults;
  }

  Map<String, String> headers() {
    return headers;
  }
}
