/** The product on a modelled clock beside a modelled world: what grades policies. */
@NullMarked
package dev.feedwarden.lab.sim;

import org.jspecify.annotations.NullMarked;
