package org.ndd.partition.node;

import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.GroupFields;
import org.ndd.config.GroupKey;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.groups.DocumentVersion;
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

    private DocumentVersion version(Member page) {
        return new DocumentVersion(
                shard(page).getIndex().getUUID(),
                page.id(),
                page.version().seqNo(),
                page.version().primaryTerm());
    }

    /** The leader's id, prefixed with its index if the run has several indices, whose ids may be the same. */
    String name(Member leader) {
        return severalIndices ? index(leader) + "/" + leader.id() : leader.id();
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
        Verdict verdict = toCanonical == null ? Verdict.EQUAL : toCanonical;
        XContentBuilder document = jsonBuilder().startObject();
        document.field(GroupFields.DOC, version(page).asDoc(index(page), page.routing()));
        document.field(GroupFields.GROUP, name(group.leader()));
        document.field(GroupFields.LEADER, group.leader().id());
        document.field(GroupFields.CANONICAL, toCanonical == null);
        Member canonical = group.canonical();
        document.mapContents(version(canonical).asCanonical(index(canonical), canonical.routing()));
        if (canonicalIn.isEmpty() == false) {
            document.stringListField(GroupFields.CANONICAL_IN, canonicalIn);
        }
        document.field(GroupFields.ROLE, page.role().value());
        if (page.role() == Role.LEADER) {
            document.field(GroupFields.SIZE, group.size());
        }
        document.field(GroupFields.VERIFIED, verdict.verifies(page.role()));
        document.field(GroupFields.RELATION, verdict.relation().value());
        document.field(GroupFields.CONFIDENCE, verdict.confidence());
        document.field(GroupFields.RESEMBLANCE, verdict.resemblance());
        document.startObject(GroupFields.CONTAINMENT);
        document.field(GroupFields.IN_CANONICAL, verdict.containmentInCanonical());
        document.field(GroupFields.OF_CANONICAL, verdict.containmentOfCanonical());
        document.endObject();
        document.field(GroupFields.RUN, plan.runId());
        return document.endObject();
    }

    /**
     * Returns the stored verdict on a page and the canonical document of a group; {@code null} if the document is about another canonical
     * document, or is of a version that knew no relations.
     */
    Verdict verdict(Map<String, Object> document, Group group) {
        boolean sameCanonical = group.canonical().id().equals(document.get(GroupFields.CANONICAL_ID))
                && index(group.canonical()).equals(document.get(GroupFields.CANONICAL_INDEX));
        if (sameCanonical
                && document.get(GroupFields.RELATION) instanceof String relation
                && document.get(GroupFields.CONTAINMENT) instanceof Map<?, ?> containment) {
            return new Verdict(
                    Relation.of(relation),
                    number(document.get(GroupFields.CONFIDENCE)),
                    number(document.get(GroupFields.RESEMBLANCE)),
                    number(containment.get(GroupFields.IN_CANONICAL)),
                    number(containment.get(GroupFields.OF_CANONICAL)));
        }
        return null;
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }
}
