package dev.feedwarden.deliver;

import java.util.function.Supplier;

/**
 * A destination that there is at this moment.
 *
 * @param stamp another one means that it was changed
 * @param open makes it ready to be told
 */
public record Enlisted(String name, String stamp, Supplier<Destination> open) {}
