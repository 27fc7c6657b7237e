package org.ndd.job.update;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ndd.config.GroupKey;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.group.Group;
import org.ndd.core.group.InMemoryPartition;
import org.ndd.core.group.PartitionDocument;
import org.ndd.groups.StoredGroup;
import org.ndd.groups.StoredGroup.Compared;

/** Documents in memory that are grouped together, with the boilerplate of their sites. Not thread-safe. */
final class Portion {

    private final Map<PartitionDocument, SourceDocument> documents = new IdentityHashMap<>();
    private final Map<String, SiteBoilerplate> boilerplate = new HashMap<>();

    void add(SourceDocument source, PartitionDocument document, SiteBoilerplate ofSite) {
        documents.put(document, source);
        if (ofSite != null) {
            boilerplate.putIfAbsent(document.site(), ofSite);
        }
    }

    /**
     * Groups the documents.
     *
     * @param names how the groups are named and stored
     * @param check called periodically; may throw, which ends the work
     * @return the documents of all groups of several documents, in a run of singletons of all groups
     */
    List<GroupDocument> group(InMemoryPartition partition, Naming names, Runnable check) {
        List<GroupDocument> made = new ArrayList<>();
        for (Group group :
                partition.run(documents.keySet(), boilerplate::get, check).groups()) {
            PartitionDocument leader = group.leader();
            int size = group.pages().size();
            StoredGroup stored = new StoredGroup(
                    names.run(),
                    StoredGroup.name(leader.index(), leader.id(), names.severalIndices()),
                    leader.id(),
                    size);
            Stream.concat(
                            size > 1 || names.singletons() ? group.pages().stream() : Stream.of(),
                            group.contained().stream())
                    .forEach(page -> made.add(document(stored, page)));
        }
        return made;
    }

    /**
     * How groups are named and stored.
     *
     * @param run whose index gets them
     * @param severalIndices whether ids alone may not identify documents
     * @param singletons whether groups of one are stored too
     */
    record Naming(String run, boolean severalIndices, boolean singletons) {}

    private GroupDocument document(StoredGroup group, Group.Page page) {
        Compared member = documents.get(page.document()).compared();
        return new GroupDocument(
                GroupKey.of(member.index(), member.version().id(), page.role()),
                group.document(
                        member,
                        page.role(),
                        documents.get(page.canonical()).compared(),
                        page.verdict(),
                        page.canonicalIn()));
    }
}
