package org.ndd.partition.node;

import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.group.Verdict;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupFields;
import org.ndd.groups.GroupKey;
import org.ndd.groups.StoredGroup;
import org.ndd.groups.StoredGroup.Compared;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.DocRef;
import org.ndd.partition.shard.Grouper.Group;
import org.ndd.partition.shard.Member;

/** Makes the documents of a run's index with the group of each page. They are a function of the page and its group, byte for byte. */
final class GroupDocuments {

    private final PartitionPlan plan;
    private final boolean severalIndices;

    GroupDocuments(PartitionPlan plan) {
        this.plan = plan;
        this.severalIndices = plan.concreteIndices().size() > 1;
    }

    private String index(Member page) {
        return shard(page).getIndexName();
    }

    private ShardId shard(Member page) {
        return plan.shards().get(DocRef.shard(page.ref())).shard();
    }

    private Compared compared(Member page) {
        DocumentVersion version = new DocumentVersion(
                shard(page).getIndex().getUUID(),
                page.id(),
                page.version().seqNo(),
                page.version().primaryTerm());
        return new Compared(index(page), page.routing(), version);
    }

    /** The leader's id, prefixed with its index if the run has several indices, whose ids may be the same. */
    String name(Member leader) {
        return StoredGroup.name(index(leader), leader.id(), severalIndices);
    }

    /** The id of a page's document. */
    String id(Member page) {
        return GroupKey.of(index(page), page.id(), page.role());
    }

    /**
     * @param toCanonical {@code null} for the canonical document itself
     * @param canonicalIn markets that keep it
     */
    XContentBuilder document(Group group, Member page, Verdict toCanonical, List<String> canonicalIn)
            throws IOException {
        Member leader = group.leader();
        return jsonBuilder()
                .map(new StoredGroup(plan.runId(), name(leader), leader.id(), group.size())
                        .document(
                                compared(page),
                                page.role(),
                                compared(group.canonical()),
                                toCanonical == null ? Verdict.EQUAL : toCanonical,
                                canonicalIn));
    }

    /**
     * Returns the stored verdict on a page and the canonical document of a group; {@code null} if the document is about another canonical
     * document, or is of a version that knew no relations.
     */
    Verdict verdict(Map<String, Object> document, Group group) {
        boolean sameCanonical = group.canonical().id().equals(document.get(GroupFields.CANONICAL_ID))
                && index(group.canonical()).equals(document.get(GroupFields.CANONICAL_INDEX));
        return sameCanonical ? StoredGroup.verdict(document) : null;
    }
}
