package org.ndd.groups;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.test.ESTestCase;

public class GroupsRequestTests extends ESTestCase {

    private static GroupsAction.Request request(String group, List<String> relations, int size, int minSize) {
        return new GroupsAction.Request("pages", null, "ndd", group, relations, size, minSize, List.of());
    }

    public void testWire() throws IOException {
        GroupsAction.Request request = new GroupsAction.Request(
                "pages",
                randomBoolean() ? null : "groups",
                "ndd",
                randomBoolean() ? null : "leader",
                randomBoolean() ? List.of() : List.of("same", "near"),
                between(1, 1000),
                between(2, 10),
                randomBoolean() ? List.of() : List.of("7", "leader"));
        GroupsAction.Request copy = copyWriteable(request, writableRegistry(), GroupsAction.Request::new);
        assertArrayEquals(request.indices(), copy.indices());
        assertEquals(request.dest(), copy.dest());
        assertEquals(request.field(), copy.field());
        assertEquals(request.group(), copy.group());
        assertEquals(request.relations(), copy.relations());
        assertEquals(request.size(), copy.size());
        assertEquals(request.minSize(), copy.minSize());
        assertEquals(request.searchAfter(), copy.searchAfter());
        assertNull(copy.validate());
    }

    public void testRelations() {
        assertNull(request("a", List.of("same", "near", "overlap", "other_item", "different"), 20, 2)
                .validate());
        assertThat(
                request("a", List.of("near", "like"), 20, 2).validate().getMessage(),
                containsString(
                        "[relation] must be one of [same, near, overlap, other_item, different], but was [like]"));
    }
}
