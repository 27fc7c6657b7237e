package org.ndd.groups;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ndd.core.group.Group;
import org.ndd.core.group.PartitionDocument;

/**
 * How groups that were made in memory are named and stored.
 *
 * @param run whose index gets them
 * @param severalIndices whether ids alone may not identify documents
 * @param singletons whether groups of one are stored too
 */
public record GroupNaming(String run, boolean severalIndices, boolean singletons) {

    /**
     * The documents about a group: one for each of its pages if there are several, and one for each document that is part of its leader.
     *
     * @param compared the version of a document that was compared
     */
    public List<GroupDocument> documents(Group group, Function<PartitionDocument, ComparedDocument> compared) {
        PartitionDocument leader = group.leader();
        int size = group.pages().size();
        StoredGroup stored =
                new StoredGroup(run, StoredGroup.name(leader.index(), leader.id(), severalIndices), leader.id(), size);
        List<Group.Page> pages = size > 1 || singletons ? group.pages() : List.of();
        return Stream.concat(pages.stream(), group.contained().stream())
                .map(page -> GroupDocument.of(
                        stored,
                        compared.apply(page.document()),
                        page.role(),
                        compared.apply(page.canonical()),
                        page.verdict(),
                        page.canonicalIn()))
                .toList();
    }

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
}
