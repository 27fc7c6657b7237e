package org.ndd.partition.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.AliasFilter;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.MustAgree;
import org.ndd.config.RedirectFields;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRule.CanonicalCandidate;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.Rank;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupDocument;
import org.ndd.pair.CandidateReader.StoredDoc;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionOptions.ExecutionOptions;
import org.ndd.partition.plan.PartitionOptions.GroupingOptions;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.PartitionPlan.PlannedShard;
import org.ndd.partition.plan.Reference;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.RunSpec.Publication;
import org.ndd.partition.plan.RunSpec.RunSource;
import org.ndd.partition.shard.Grouper.Group;
import org.ndd.partition.shard.Member;

/** A later attempt at a run reads the documents of an earlier attempt unchanged; otherwise it would write different groups. */
public class GroupDocumentsTests extends ESTestCase {

    private static GroupDocuments documents(String... indices) {
        List<PlannedShard> shards = List.of(indices).stream()
                .map(index -> new PlannedShard(new ShardId(index, index, 0), "node", AliasFilter.EMPTY, null, false))
                .toList();
        PartitionOptions options = new PartitionOptions(
                "ndd",
                new GroupingOptions(
                        SimilarityParameters.BALANCED,
                        CandidateParameters.NEIGHBORS,
                        CanonicalRules.of(List.of()),
                        MustAgree.NONE,
                        RedirectFields.NONE),
                PartitionOptions.Boilerplate.NONE,
                new ExecutionOptions(false, false, 1, 1, Double.POSITIVE_INFINITY),
                null,
                Reference.NONE);
        return new GroupDocuments(new PartitionPlan(
                new RunSpec(
                        "run",
                        "groups",
                        Publication.DEFAULT,
                        new RunSource(
                                new OriginalIndices(indices, IndicesOptions.strictExpandOpen()),
                                List.of(),
                                List.of(),
                                null),
                        options,
                        null,
                        TimeValue.timeValueMinutes(1)),
                1,
                false,
                null,
                shards,
                List.of()));
    }

    private static Member member(int shard, String id, Role role) {
        CanonicalCandidate candidate =
                new CanonicalCandidate(id, new Rank(randomLong(), randomLong()), 5, null, List.of());
        long ref = DocRef.of(shard, between(0, 1000));
        return new Member(0, ref, role, ref, new StoredDoc(null, between(0, 9), 1), candidate, MustAgreeKeys.NONE);
    }

    private static Member updated(Member page) {
        StoredDoc later = new StoredDoc(null, page.stored().seqNo() + 1, 1);
        return new Member(
                page.head(), page.ref(), page.role(), page.original(), later, page.candidate(), page.mustAgreeKeys());
    }

    public void testVerdictRoundTrip() throws IOException {
        GroupDocuments documents = randomBoolean() ? documents("pages") : documents("pages", "more");
        Member canonical = member(0, "canonical", Role.LEADER);
        Group group = new Group(canonical, canonical, 2);
        for (int i = 0; i < 1000; i++) {
            Member page = member(0, "page", randomFrom(Role.MEMBER, Role.EXACT, Role.PART_OF));
            Verdict verdict = new Verdict(
                    randomFrom(Relation.values()),
                    randomFrom(0.0, 1.0, 0.1, randomDouble(), randomDouble() * 1e-9),
                    randomDouble(),
                    randomDouble(),
                    randomDouble());
            BytesReference document =
                    documents.document(group, page, verdict, List.of()).bytes();
            GroupDocument read = GroupDocument.read("key", document);
            Map<String, Object> source = read.source();
            assertEquals(verdict.relation().value(), source.get("relation"));
            assertEquals(
                    (verdict.relation() == Relation.SAME || verdict.relation() == Relation.NEAR)
                            && page.role() != Role.PART_OF,
                    source.get("verified"));
            Verdict again = documents.verdict(read, page, group);
            assertEquals(verdict, again);
            assertEquals(
                    document, documents.document(group, page, again, List.of()).bytes());
        }
    }

    public void testCanonicalHasNoRelation() throws IOException {
        GroupDocuments documents = documents("pages");
        Member canonical = member(0, "canonical", Role.MEMBER);
        Group group = new Group(member(0, "leader", Role.LEADER), canonical, 2);
        GroupDocument document = GroupDocument.read(
                "key", documents.document(group, canonical, null, List.of()).bytes());
        Map<String, Object> source = document.source();
        assertEquals(true, source.get("canonical"));
        assertEquals(true, source.get("verified"));
        for (String ofVerdict : List.of("relation", "confidence", "resemblance", "containment")) {
            assertFalse(ofVerdict, source.containsKey(ofVerdict));
        }
        assertEquals(source.get("canonical_seq_no"), ((Map<?, ?>) source.get("doc")).get("seq_no"));
        DocumentVersion version = document.compared().version();
        assertEquals(
                new DocumentVersion("pages", "canonical", canonical.stored().seqNo(), 1), version);
        assertEquals(version, document.comparedCanonical().version());
        assertEquals(1, source.get("canonical_primary_term"));
        assertEquals("pages", source.get("canonical_index"));
    }

    public void testIgnoresDocumentsWithoutVerdict() throws IOException {
        GroupDocuments documents = documents("pages", "more");
        Member canonical = member(0, "canonical", Role.LEADER);
        Group group = new Group(canonical, canonical, 2);
        Member page = member(0, "page", Role.MEMBER);
        GroupDocument read = GroupDocument.read(
                "key",
                documents
                        .document(group, page, new Verdict(Relation.NEAR, 0.9, 1, 1, 1), List.of())
                        .bytes());
        Member other = member(0, "other", Role.LEADER);
        assertNull(documents.verdict(read, page, new Group(other, other, 2)));
        Member elsewhere = member(1, "canonical", Role.LEADER);
        assertNull(documents.verdict(read, page, new Group(elsewhere, elsewhere, 2)));
        assertNull("another version", documents.verdict(read, updated(page), group));
        assertNull("another version", documents.verdict(read, page, new Group(canonical, updated(canonical), 2)));
        assertNotNull(documents.verdict(read, page, group));
        read.source().remove("relation");
        assertNull("written by a version without relations", documents.verdict(read, page, group));
    }
}
