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
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.job.update.ClassifiedChanges.LivePage;
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
        return new GroupDocument(GroupDocument.key(page(id), Role.MEMBER), source);
    }

    private static GroupDocument part(String id, String container) {
        Map<String, Object> source = new TreeMap<>(document(id, container, 1).source());
        source.put("role", "part_of");
        return new GroupDocument(GroupDocument.key(page(id), Role.PART_OF), source);
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
        ClassifiedChanges classified = ClassifiedChanges.of(changed, List.of(), List.of(), Set.of());
        assertEquals(near.keySet(), classified.pagesToSearch());
        Map<String, Integer> sizes = grouped.stream()
                .collect(Collectors.toMap(GroupDocument::group, GroupDocument::size, (one, other) -> one));
        NearGroups found = NearGroups.of(classified, near, grouped);
        assertEquals(sizes.keySet(), found.groups());
        sizes.values().removeIf(size -> size < MIN_SIZE);
        return found.withLarge(sizes.keySet());
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

    /** A small group is recomputed if any of its documents changes. A document on which no others depend only leaves a large group. */
    public void testChangedOrDeletedDuplicate() {
        GroupDocument member = document("member", "group", MIN_SIZE);
        for (Set<DocumentName> live : List.of(Set.of(page("member")), Set.<DocumentName>of())) {
            ClassifiedChanges small = ClassifiedChanges.of(changed(live, member), List.of(member), List.of(), Set.of());
            assertEquals(Set.of("group"), small.recomputedGroups());
            assertEquals(Map.of(), small.leaving());
            assertEquals(live, small.pagesToSearch());
            assertEquals(1 - live.size(), small.deleted());
            ClassifiedChanges large =
                    ClassifiedChanges.of(changed(live, member), List.of(member), List.of(), Set.of("group"));
            assertEquals(Set.of(), large.recomputedGroups());
            assertEquals(Map.of(page("member"), member), large.leaving());
            assertEquals(live, large.pagesToSearch());
            assertEquals(
                    Set.of("group"),
                    NearGroups.of(large, Map.of(), List.of()).join(Map.of()).resizedGroups());
        }
    }

    public void testChangedOrDeletedCanonicalOfLargeGroup() {
        GroupDocument canonical = document("group", "group", MIN_SIZE);
        for (Set<DocumentName> live : List.of(Set.of(page("group")), Set.<DocumentName>of())) {
            ClassifiedChanges classified =
                    ClassifiedChanges.of(changed(live, canonical), List.of(canonical), List.of(), Set.of("group"));
            assertEquals(Set.of("group"), classified.recomputedGroups());
            assertEquals(1 - live.size(), classified.deleted());
        }
    }

    /** A changed document of a large group stays in it if it is near the canonical document. */
    public void testChangedDuplicateStaysInLargeGroup() {
        GroupDocument member = document("member", "large", MIN_SIZE);
        ClassifiedChanges classified = ClassifiedChanges.of(
                changed(Set.of(page("member")), member), List.of(member), List.of(), Set.of("large"));
        GroupDocument leader = document("large", "large", MIN_SIZE);
        ChangedGroups joined = NearGroups.of(
                        classified, Map.of(page("member"), List.of(page("large"))), List.of(leader))
                .withLarge(Set.of("large"))
                .join(Map.of(page("member"), NEAR));
        assertEquals(Set.of("large"), joined.resizedGroups());
        List<GroupChange> changes = RegroupedDocuments.of(joined, List.of(), List.of(leader), Map.of("large", MIN_SIZE))
                .changes(List.of())
                .inOrder(Set.of(page("member")));
        assertEquals(
                List.of(page("member")), changes.stream().map(GroupChange::page).toList());
        assertEquals("large", changes.get(0).after().group());
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
        ClassifiedChanges classified =
                ClassifiedChanges.of(changed(Set.of(page("new"))), List.of(), List.of(), Set.of());
        NearGroups near = NearGroups.of(
                        classified, Map.of(page("unchanged"), List.of(page("c1"))), LARGE_AND_PAIR.subList(0, 1))
                .withLarge(Set.of("large"));
        assertEquals(Map.of(), near.nearLargeGroups());
        assertEquals(Set.of(), near.join(Map.of()).recomputedPages());
    }

    /** A document that was only marked is no longer a part if it follows another leader now, or if the canonical document changed. */
    public void testMarkedPart() {
        boolean follows = randomBoolean();
        DocumentName page = page("page");
        GroupDocument own = document("page", "page", 2);
        GroupDocument part = part("page", "container");
        Set<DocumentName> changed = Set.of(page, page(follows ? "other" : "container"));
        Map<DocumentName, LivePage> live = new TreeMap<>(live(changed));
        live.put(page, new LivePage(live.get(page).document(), own.compared().version(), null));
        List<GroupDocument> found = List.of(own, part, document("other", "page", 2));
        ClassifiedChanges classified = ClassifiedChanges.of(
                ClassifiedChanges.Changed.of(changed, live, none -> false, found, true),
                found,
                List.of(part),
                Set.of());
        ChangedGroups groups = NearGroups.of(classified, Map.of(), List.of()).join(Map.of());
        List<GroupChange> changes = RegroupedDocuments.of(groups, follows ? found : List.of(), List.of(), Map.of())
                .withParts(follows ? List.of(part) : List.of())
                .changes(follows ? List.of(document("page", "new", 2)) : List.of())
                .inOrder(changed);
        assertEquals(
                List.of(part),
                changes.stream()
                        .filter(GroupChange::isPartOf)
                        .map(GroupChange::before)
                        .toList());
        assertTrue(changes.stream().allMatch(change -> change.isPartOf() == false || change.after() == null));
    }

    /** If the leader of a part is alone now, the entry stays, unless the group had the name of another document, which may get it again. */
    public void testPartOfLeaderThatIsAloneNow() {
        for (String group : List.of("container", "earlier")) {
            GroupDocument part = part("page", "container").inGroup(group, "run");
            GroupDocument member = document("member", "container", 2).inGroup(group, "run");
            List<GroupDocument> found =
                    List.of(document("container", "container", 2).inGroup(group, "run"), member, part);
            ClassifiedChanges classified =
                    ClassifiedChanges.of(changed(Set.of(), member), List.of(member), List.of(), Set.of());
            ChangedGroups groups =
                    NearGroups.of(classified, Map.of(), List.of()).join(Map.of());
            List<GroupChange> changes = RegroupedDocuments.of(groups, found, List.of(), Map.of())
                    .changes(List.of())
                    .inOrder(Set.of(page("member")));
            assertEquals(
                    group.equals("container") ? List.of() : List.of(part),
                    changes.stream()
                            .filter(GroupChange::isPartOf)
                            .map(GroupChange::before)
                            .toList());
        }
    }
}
