package org.ndd.groups;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ndd.core.group.Group;
import org.ndd.core.group.PartitionDocument;
import org.ndd.groups.StoredGroup.Compared;

/**
 * How groups that were made in memory are named and stored.
 *
 * @param run whose index gets them
 * @param severalIndices whether ids alone may not identify documents
 * @param singletons whether groups of one are stored too
 */
public record GroupNaming(String run, boolean severalIndices, boolean singletons) {

    /**
     * Passes on the documents about a group: one for each of its pages if there are several, and one for each document that is part of its
     * leader.
     *
     * @param compared the version of a document that was compared
     * @param sink receives the id of each document, and its fields
     */
    public void documents(
            Group group, Function<PartitionDocument, Compared> compared, BiConsumer<String, Map<String, Object>> sink) {
        PartitionDocument leader = group.leader();
        int size = group.pages().size();
        StoredGroup stored =
                new StoredGroup(run, StoredGroup.name(leader.index(), leader.id(), severalIndices), leader.id(), size);
        List<Group.Page> pages = size > 1 || singletons ? group.pages() : List.of();
        Stream.concat(pages.stream(), group.contained().stream()).forEach(page -> {
            Compared member = compared.apply(page.document());
            sink.accept(
                    GroupKey.of(member.index(), member.version().id(), page.role()),
                    stored.document(
                            member, page.role(), compared.apply(page.canonical()), page.verdict(), page.canonicalIn()));
        });
    }
}
