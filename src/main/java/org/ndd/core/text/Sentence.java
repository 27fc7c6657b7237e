package org.ndd.core.text;

/**
 * A sentence of a canonical text, or a piece of a very long one.
 *
 * @param start start in the text
 * @param end end in the text, exclusive
 * @param key its letters, marks and digits, from which fingerprints are made
 * @param keyWidth width of the key, see {@link Width}
 * @param line number of the line of the text that contains it
 */
public record Sentence(int start, int end, String key, int keyWidth, int line) {}
