package org.ndd.job.update;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Verdict;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;

/** Near-duplicates of large groups. Here, a group is large from four documents on. */
public class UpdatePlanTests extends ESTestCase {

    private static final int CROWD = 4;
    private static final Verdict NEAR = verdict(Relation.NEAR);
    private static final Verdict OTHER = verdict(Relation.DIFFERENT);

    private static Verdict verdict(Relation relation) {
        return new Verdict(relation, 0.9, 0.9, 0.9, 0.9);
    }

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
                                null)));
    }

    /** A plan with the given near-duplicates of new documents. */
    private static UpdatePlan plan(Map<DocumentName, List<DocumentName>> near, List<GroupDocument> grouped) {
        UpdatePlan plan = new UpdatePlan(near.keySet(), live(near.keySet()), Set.of(), Set.of(), true, true);
        plan.placed(List.of(), List.of());
        assertEquals(Map.of(), plan.settling());
        plan.settled(Map.of());
        assertEquals(near.keySet(), plan.looking());
        plan.near(near, grouped);
        Map<String, Integer> sizes = grouped.stream()
                .collect(Collectors.toMap(GroupDocument::group, GroupDocument::size, (one, other) -> one));
        assertEquals(sizes.keySet(), plan.nearGroups());
        plan.sized(sizes, CROWD);
        return plan;
    }

    private static final Map<DocumentName, List<DocumentName>> BETWEEN =
            Map.of(page("new"), List.of(page("c1"), page("c2"), page("s1")));

    private static final List<GroupDocument> CROWD_AND_PAIR =
            List.of(document("c1", "crowd", CROWD), document("c2", "crowd", CROWD), document("s1", "pair", 2));

    public void testDocumentNearLargeGroupJoinsIt() {
        UpdatePlan plan = plan(BETWEEN, CROWD_AND_PAIR);
        assertEquals(page("crowd"), plan.crowding().get(page("new")).canonical());
        plan.crowded(Map.of(page("new"), NEAR));
        assertEquals(Map.of(), plan.joining());
        plan.joined(Map.of());
        assertEquals(Set.of(), plan.remadeGroups());
        assertEquals(Set.of("crowd"), plan.resizedGroups());
        assertEquals(Set.of(), plan.remade(List.of()));
        assertEquals(1, plan.counts(0, 0, 0, 0).grouping().joined());
        GroupDocument leader = document("crowd", "crowd", CROWD);
        List<GroupChange> changes = plan.documents(List.of(), List.of(leader), Map.of("crowd", CROWD), List.of())
                .inOrder(BETWEEN.keySet());
        assertEquals(
                List.of(page("crowd"), page("new")),
                changes.stream().map(GroupChange::page).toList());
        assertEquals(CROWD + 1, changes.get(0).after().size());
    }

    public void testIgnoresLargeGroupUnlessNearCanonical() {
        UpdatePlan plan = plan(BETWEEN, CROWD_AND_PAIR);
        plan.crowded(Map.of(page("new"), OTHER));
        assertEquals(page("pair"), plan.joining().get(page("new")).canonical());
        plan.joined(Map.of(page("new"), OTHER));
        assertEquals(Set.of("pair"), plan.remadeGroups());
        assertEquals(Set.of(), plan.resizedGroups());
        assertEquals(
                Set.of(page("new"), page("s1"), page("pair")),
                plan.remade(List.of(document("s1", "pair", 2), document("pair", "pair", 2))));
    }

    public void testDocumentNotNearCanonicalStaysSingle() {
        UpdatePlan plan = plan(Map.of(page("new"), List.of(page("c1"))), CROWD_AND_PAIR.subList(0, 1));
        plan.crowded(Map.of(page("new"), OTHER));
        plan.joined(Map.of());
        assertEquals(Set.of(), plan.remadeGroups());
        assertEquals(Set.of(), plan.resizedGroups());
        assertEquals(Set.of(), plan.remade(List.of()));
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
        UpdatePlan plan = plan(near, CROWD_AND_PAIR.subList(0, 1));
        plan.crowded(Map.of());
        plan.joined(Map.of());
        assertEquals(Set.of(), plan.remadeGroups());
        assertEquals(pages, plan.remade(List.of()));
    }
}
