package org.ndd.core.group;

import java.util.List;

/**
 * What winner rules look at.
 *
 * @param id of the document
 * @param rank of the document
 * @param length of its canonical text in UTF-8 bytes
 * @param url of the page, or {@code null}
 * @param fields values of the fields that the rules name, in the order of the rules; {@code null} where the document has none
 */
public record WinnerCandidate(String id, Rank rank, long length, String url, List<Double> fields) {}
