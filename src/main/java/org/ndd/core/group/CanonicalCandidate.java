package org.ndd.core.group;

import java.util.List;

/**
 * The properties of a document that canonical document rules compare.
 *
 * @param id of the document
 * @param rank of the document
 * @param length of its canonical text in UTF-8 bytes
 * @param url of the page, or {@code null}
 * @param fields for each of {@link CanonicalRules#fields}, in order: the field's value, or the position of the value among those that the
 *     rule prefers; {@code null} if the document has none
 */
public record CanonicalCandidate(String id, Rank rank, long length, String url, List<Double> fields) {}
