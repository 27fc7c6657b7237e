package org.ndd.job.update;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Verdict;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.job.update.ClassifiedChanges.LivePage;
import org.ndd.job.update.ClassifiedChanges.VerifiedChanges;
import org.ndd.job.update.NearGroups.ChangedGroups;

/** The stages of an update without a cluster. Here, a group is large from four documents on. */
public class UpdateStagesTests extends ESTestCase {

    private static final int MIN_SIZE = 4;
    private static final Verdict NEAR = new Verdict(Relation.NEAR, 0.9, 0.9, 0.9, 0.9);

    private static DocumentName page(String id) {
        return new DocumentName("pages", id);
    }

    /** A document whose group is named after it, and of which it is leader and canonical document. */
    private static GroupDocument document(String id, String group, int size) {
        Map<String, Object> source = Map.of(
                "doc",
                Map.of("index", "pages", "index_uuid", "uuid", "id", id, "seq_no", 0, "primary_term", 1),
                "group",
                group,
                "leader",
                group,
                "canonical",
                id.equals(group),
                "canonical_index",
                "pages",
                "canonical_id",
                group,
                "role",
                id.equals(group) ? "leader" : "member",
                "size",
                size);
        return new GroupDocument("key of " + id, source);
    }

    private static Map<DocumentName, LivePage> live(Set<DocumentName> pages) {
        return pages.stream()
                .collect(Collectors.toMap(
                        page -> page,
                        page -> new LivePage(
                                new ComparedDocument("pages", null, new DocumentVersion("uuid", page.id(), 7, 1)),
                                null,
                                null)));
    }

    /** The stage of new documents with the given near-duplicates. */
    private static NearGroups near(Map<DocumentName, List<DocumentName>> near, List<GroupDocument> grouped) {
        ClassifiedChanges.Changed changed =
                ClassifiedChanges.Changed.of(near.keySet(), live(near.keySet()), page -> false, List.of(), true);
        ClassifiedChanges placed = ClassifiedChanges.of(changed, List.of(), List.of(), true);
        assertEquals(Map.of(), placed.duplicatesToVerify());
        VerifiedChanges settled = placed.verify(Map.of());
        assertEquals(near.keySet(), settled.pagesToSearch());
        Map<String, Integer> sizes = grouped.stream()
                .collect(Collectors.toMap(GroupDocument::group, GroupDocument::size, (one, other) -> one));
        NearGroups found = NearGroups.of(settled, near, grouped);
        assertEquals(sizes.keySet(), found.groups());
        return found.withSizes(sizes, MIN_SIZE);
    }

    private static final Map<DocumentName, List<DocumentName>> BETWEEN =
            Map.of(page("new"), List.of(page("c1"), page("c2"), page("s1")));

    private static final List<GroupDocument> LARGE_AND_PAIR =
            List.of(document("c1", "large", MIN_SIZE), document("c2", "large", MIN_SIZE), document("s1", "pair", 2));

    public void testDocumentNearLargeGroupJoinsIt() {
        NearGroups near = near(BETWEEN, LARGE_AND_PAIR);
        assertEquals(page("large"), near.nearLargeGroups().get(page("new")).canonical());
        ChangedGroups joined = near.join(Map.of(page("new"), NEAR));
        assertEquals(Set.of(), joined.recomputedGroups());
        assertEquals(Set.of("large"), joined.resizedGroups());
        assertEquals(Set.of(), joined.pagesToRecompute(List.of()));
        GroupDocument leader = document("large", "large", MIN_SIZE);
        RegroupedDocuments regrouped =
                RegroupedDocuments.of(joined, List.of(), List.of(leader), Map.of("large", MIN_SIZE));
        assertEquals(1, regrouped.counts(0, 0, 0).get("joined"));
        List<GroupChange> changes = regrouped.changes(List.of()).inOrder(BETWEEN.keySet());
        assertEquals(
                List.of(page("large"), page("new")),
                changes.stream().map(GroupChange::page).toList());
        assertEquals(MIN_SIZE + 1, changes.get(0).after().size());
    }

    public void testIgnoresLargeGroupUnlessNearCanonical() {
        ChangedGroups joined = near(BETWEEN, LARGE_AND_PAIR).join(Map.of());
        assertEquals(Set.of("pair"), joined.recomputedGroups());
        assertEquals(Set.of(), joined.resizedGroups());
        assertEquals(
                Set.of(page("new"), page("s1"), page("pair")),
                joined.pagesToRecompute(List.of(document("s1", "pair", 2), document("pair", "pair", 2))));
    }

    public void testDocumentNotNearCanonicalStaysSingle() {
        ChangedGroups joined = near(Map.of(page("new"), List.of(page("c1"))), LARGE_AND_PAIR.subList(0, 1))
                .join(Map.of());
        assertEquals(Set.of(), joined.recomputedGroups());
        assertEquals(Set.of(), joined.resizedGroups());
        assertEquals(Set.of(), joined.pagesToRecompute(List.of()));
    }

    /** New near-duplicates that no large group accepts are grouped with each other. */
    public void testNewDocumentsFormOwnGroup() {
        Set<DocumentName> pages =
                IntStream.range(0, between(2, 5)).mapToObj(i -> page("new" + i)).collect(Collectors.toSet());
        Map<DocumentName, List<DocumentName>> near = pages.stream().collect(Collectors.toMap(page -> page, page -> {
            List<DocumentName> others = new ArrayList<>(List.of(page("c1")));
            pages.stream().filter(other -> other.equals(page) == false).forEach(others::add);
            return others;
        }));
        ChangedGroups joined = near(near, LARGE_AND_PAIR.subList(0, 1)).join(Map.of());
        assertEquals(Set.of(), joined.recomputedGroups());
        assertEquals(pages, joined.pagesToRecompute(List.of()));
    }

    private static ClassifiedChanges.Changed changed(Set<DocumentName> live, GroupDocument... documents) {
        Set<DocumentName> all = Stream.concat(
                        live.stream(), Stream.of(documents).map(GroupDocument::page))
                .collect(Collectors.toSet());
        return ClassifiedChanges.Changed.of(all, live(live), page -> false, List.of(documents), true);
    }

    public void testDuplicateSettlesOrLeaves() {
        GroupDocument member = document("member", "pair", 2);
        ClassifiedChanges placed =
                ClassifiedChanges.of(changed(Set.of(page("member")), member), List.of(member), List.of(), true);
        assertEquals(Map.of(page("member"), member), placed.duplicatesToVerify());
        VerifiedChanges settled = placed.verify(Map.of(page("member"), NEAR));
        assertEquals(Set.of(), settled.pagesToSearch());
        assertEquals(Map.of(), settled.leaving());
        VerifiedChanges left = placed.verify(Map.of());
        assertEquals(Set.of(page("member")), left.pagesToSearch());
        assertEquals(Map.of(page("member"), member), left.leaving());
        assertEquals("stages do not change each other", Map.of(), placed.leaving());
    }

    /** The group of a canonical document that was deleted is recomputed. A deleted duplicate only leaves its group. */
    public void testDeletedDocuments() {
        GroupDocument canonical = document("pair", "pair", 2);
        ClassifiedChanges placed =
                ClassifiedChanges.of(changed(Set.of(), canonical), List.of(canonical), List.of(), true);
        assertEquals(Set.of("pair"), placed.recomputedGroups());
        assertEquals(1, placed.deleted());
        GroupDocument member = document("member", "pair", 2);
        placed = ClassifiedChanges.of(changed(Set.of(), member), List.of(member), List.of(), true);
        assertEquals(Set.of(), placed.recomputedGroups());
        assertEquals(Map.of(page("member"), member), placed.leaving());
        assertEquals(
                Set.of("pair"),
                NearGroups.of(placed.verify(Map.of()), Map.of(), List.of())
                        .join(Map.of())
                        .resizedGroups());
    }

    /** A page that joins a small group is grouped with its pages: it may be near the canonical document, but not the leader. */
    public void testSmallGroupIsRecomputedWithNewPages() {
        Map<DocumentName, List<DocumentName>> near = new TreeMap<>();
        near.put(page("new1"), List.of(page("s1"), page("new2")));
        near.put(page("new2"), List.of(page("new1")));
        NearGroups small = near(near, List.of(document("s1", "pair", 2)));
        assertEquals(Map.of(), small.nearLargeGroups());
        ChangedGroups joined = small.join(Map.of());
        assertEquals(Map.of(), joined.members());
        assertEquals(Set.of("pair"), joined.recomputedGroups());
        assertEquals(Set.of(page("new1"), page("new2"), page("s1")), joined.pagesToRecompute(List.of()));
    }

    /** An unchanged page, whose leader changed, does not join a large group: it has a document already. */
    public void testUnchangedPageDoesNotJoinLargeGroup() {
        VerifiedChanges verified = ClassifiedChanges.of(changed(Set.of(page("new"))), List.of(), List.of(), true)
                .verify(Map.of());
        NearGroups near = NearGroups.of(
                        verified, Map.of(page("unchanged"), List.of(page("c1"))), LARGE_AND_PAIR.subList(0, 1))
                .withSizes(Map.of("large", MIN_SIZE), MIN_SIZE);
        assertEquals(Map.of(), near.nearLargeGroups());
        assertEquals(Set.of(), near.join(Map.of()).recomputedPages());
    }
}
