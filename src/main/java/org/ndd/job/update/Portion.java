package org.ndd.job.update;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.group.Group;
import org.ndd.core.group.InMemoryPartition;
import org.ndd.core.group.PartitionDocument;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupNaming;

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
     * @param decisions of people
     * @param names how the groups are named and stored
     * @param check called periodically; may throw, which ends the work
     * @return the documents of all groups of several documents, in a run of singletons of all groups
     */
    List<GroupDocument> group(
            InMemoryPartition partition, CheckpointDecisions decisions, GroupNaming names, Runnable check) {
        List<GroupDocument> made = new ArrayList<>();
        for (Group group : partition
                .run(documents.keySet(), boilerplate::get, decisions.about(documents.keySet()), check)
                .groups()) {
            made.addAll(
                    names.documents(group, document -> documents.get(document).compared()));
        }
        return made;
    }
}
