package dev.feedwarden.fetch;

import dev.feedwarden.model.Domain;
import dev.feedwarden.model.HostKey;
import org.apache.hc.client5.http.psl.DomainType;
import org.apache.hc.client5.http.psl.PublicSuffixMatcher;
import org.apache.hc.client5.http.psl.PublicSuffixMatcherLoader;

/** Which hosts stand and fall together, by the list of public suffixes. */
public final class Domains {
  private Domains() {}

  // Takes a fifth of a second to read: not before somebody asks.
  private static final class Known {
    static final PublicSuffixMatcher SUFFIXES = PublicSuffixMatcherLoader.getDefault();
  }

  /** The domain of a host; an address, or a name without a public suffix, is its own. */
  public static Domain of(HostKey host) {
    var name = host.value().replaceFirst(":\\d+$", "");
    // Only the registries' part: the blogs of one platform share its fate.
    var root = name.startsWith("[") ? null : Known.SUFFIXES.getDomainRoot(name, DomainType.ICANN);
    return new Domain(root == null ? host.value() : root);
  }
}
