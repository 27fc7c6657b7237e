package org.ndd.core.group;

import java.util.List;

/**
 * The properties of a document that rules for canonical documents compare.
 *
 * @param id id of the document
 * @param rank rank of the document
 * @param length length of its canonical text in UTF-8 bytes
 * @param url URL of the document, or {@code null}
 * @param fields for each of {@link CanonicalRules#fields}, in order: the field's value, or the position of the value among those that the
 *     rule prefers; {@code null} if the document has none
 */
public record CanonicalCandidate(String id, Rank rank, long length, String url, List<Double> fields) {}
