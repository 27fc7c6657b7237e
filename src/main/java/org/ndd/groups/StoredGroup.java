package org.ndd.groups;

/**
 * A group as the documents of its members describe it.
 *
 * @param run whose index it is in
 * @param name of the group
 * @param leader id of the leader
 * @param size number of documents, without those that are only part of the leader
 */
public record StoredGroup(String run, String name, String leader, int size) {

    /** The name of a group: the id of the leader, prefixed with its index if ids alone may not identify documents. */
    public static String name(String index, String leader, boolean severalIndices) {
        return severalIndices ? index + "/" + leader : leader;
    }
}
