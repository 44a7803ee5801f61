/** The dashboard: pages made on the server from what the rest of the program knows and does. */
@NullMarked
package dev.feedwarden.api.pages;

import org.jspecify.annotations.NullMarked;
