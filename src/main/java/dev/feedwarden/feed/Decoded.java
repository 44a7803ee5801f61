package dev.feedwarden.feed;

import java.nio.charset.Charset;

/** A document as text that can be stored, and the encoding that its bytes turned out to be in. */
record Decoded(String text, Charset charset) {}
