package org.ndd.groups;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.PartitionDocument;

/**
 * Names groups that were computed in memory, and creates their documents.
 *
 * @param severalIndices whether there are several indices, so that an id may be ambiguous
 * @param singletons whether to store groups of one document
 */
public record GroupNaming(String run, boolean severalIndices, boolean singletons) {

    /**
     * Creates the documents about a group: one for each of its pages if there are several, and one for each page that is part of its
     * leader.
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

    /** The properties of a group in the documents of its members; its size is without documents only part of the leader. */
    public record StoredGroup(String run, String name, String leader, int size) {

        /** Returns the name of a group: the id of the leader. With several indices, it is prefixed with the index of the leader. */
        public static String name(String index, String leader, boolean severalIndices) {
            return severalIndices ? index + "/" + leader : leader;
        }
    }
}
