package org.ndd.groups;

import static org.hamcrest.Matchers.containsString;

import java.util.List;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.test.ESTestCase;
import org.ndd.groups.GroupSizes.GroupSizeRange;
import org.ndd.groups.GroupsAction.GroupsQuery;
import org.ndd.groups.GroupsAction.GroupsQuery.Sort;

public class GroupsRequestTests extends ESTestCase {

    private static GroupsAction.Request request(String group, List<String> relations, int size, int minSize) {
        return new GroupsAction.Request(
                new String[] {"pages"},
                null,
                "ndd",
                new GroupsQuery(
                        new GroupsQuery.Selection(group, null, null),
                        relations,
                        Sort.SIZE,
                        size,
                        new GroupSizeRange(minSize, Integer.MAX_VALUE),
                        List.of(),
                        List.of()));
    }

    public void testRequiresDestinationForSeveralIndices() {
        GroupsQuery all = new GroupsQuery(
                new GroupsQuery.Selection(null, null, null),
                List.of(),
                Sort.SIZE,
                1,
                new GroupSizeRange(2, 9),
                List.of(),
                List.of());
        for (String[] indices : new String[][] {{"pages*"}, {"_all"}, {"pages", "news"}}) {
            assertEquals("dest", new GroupsAction.Request(indices, "dest", "ndd", all).dest());
            IllegalArgumentException e = expectThrows(
                    IllegalArgumentException.class, () -> new GroupsAction.Request(indices, null, "ndd", all));
            assertEquals(
                    "[dest] must be specified if the path is not one name, but was missing for ["
                            + String.join(",", indices) + "]",
                    e.getMessage());
        }
    }

    public void testRejectsPatternOfDestinations() {
        for (String wrong : List.of("", "pages*", "_all")) {
            IllegalArgumentException e = expectThrows(
                    IllegalArgumentException.class,
                    () -> new GroupsAction.Request(new String[] {"pages"}, wrong, "ndd", null));
            assertEquals("[dest] must be the destination of a run, but was [" + wrong + "]", e.getMessage());
        }
    }

    public void testRelations() {
        request("a", List.of("same", "near", "overlap", "other_item", "different"), 20, 2);
        assertError(
                () -> request("a", List.of("near", "like"), 20, 2),
                "[relation] must be one of [same, near, overlap, other_item, different, redirect], but was [like]");
    }

    private static void assertError(ThrowingRunnable request, String message) {
        assertThat(expectThrows(IllegalArgumentException.class, request).getMessage(), containsString(message));
    }

    public void testRejectsConflictingOptions() {
        QueryBuilder all = QueryBuilders.matchAllQuery();
        assertError(
                () -> new GroupsQuery(
                        new GroupsQuery.Selection("g", "d", null),
                        List.of(),
                        Sort.SIZE,
                        1,
                        new GroupSizeRange(2, 9),
                        List.of(),
                        List.of()),
                "[doc] must be omitted if [group] names a group, but was [d]");
        assertError(
                () -> new GroupsQuery(
                        new GroupsQuery.Selection(null, "d", all),
                        List.of(),
                        Sort.SIZE,
                        1,
                        new GroupSizeRange(2, 9),
                        List.of(),
                        List.of()),
                "[query] must be omitted if one group is requested");
        assertError(
                () -> new GroupsQuery(
                        new GroupsQuery.Selection(null, null, null),
                        List.of(),
                        Sort.DOUBT,
                        1,
                        new GroupSizeRange(2, 9),
                        List.of("a", "b"),
                        List.of()),
                "[search_after] must be omitted if [sort] is [doubt], but was [a, b]");
        assertEquals(
                "[sort] must be one of [size, doubt], but was [age]",
                expectThrows(IllegalArgumentException.class, () -> Sort.of("age"))
                        .getMessage());
    }
}
