package org.ndd.partition.node;

import java.util.List;
import org.elasticsearch.index.Index;
import org.ndd.core.group.Verdict;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupNaming.StoredGroup;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.Grouper.Group;
import org.ndd.partition.shard.Member;

/**
 * Creates the documents of a run's index, each with the group of a document of the source. They are a function of the document and its
 * group, byte for byte.
 */
final class GroupDocuments {

    private final PartitionPlan plan;
    private final boolean severalIndices;

    GroupDocuments(PartitionPlan plan) {
        this.plan = plan;
        this.severalIndices = plan.concreteIndices().size() > 1;
    }

    private ComparedDocument compared(Member page) {
        Index index = plan.shards().get(DocRef.shard(page.ref())).shard().getIndex();
        DocumentVersion version = new DocumentVersion(
                index.getUUID(), page.id(), page.stored().seqNo(), page.stored().primaryTerm());
        return new ComparedDocument(index.getName(), page.stored().routing(), version);
    }

    /** Returns the leader's id, prefixed with its index if the run has several indices, whose ids may be the same. */
    String name(Member leader) {
        return StoredGroup.name(compared(leader).index(), leader.id(), severalIndices);
    }

    String id(Member page) {
        return GroupDocument.key(compared(page).name(), page.role());
    }

    /** @param toCanonical {@code null} for the canonical document itself */
    GroupDocument document(Group group, Member page, Verdict toCanonical, List<String> canonicalIn) {
        Member leader = group.leader();
        return GroupDocument.of(
                new StoredGroup(plan.runId(), name(leader), leader.id(), group.size()),
                compared(page),
                page.role(),
                compared(group.canonical()),
                toCanonical == null ? Verdict.EQUAL : toCanonical,
                canonicalIn);
    }

    /**
     * Returns the stored verdict on a document and the canonical document of a group. Returns {@code null} if the stored one is for
     * another canonical document or another version of one of the two, or was written by a version without relations. An update that
     * was not visible yet when the run pinned its shard can be visible in a later attempt.
     */
    Verdict verdict(GroupDocument document, Member page, Group group) {
        return compared(page).equals(document.compared())
                        && compared(group.canonical()).equals(document.comparedCanonical())
                ? document.verdict()
                : null;
    }
}
