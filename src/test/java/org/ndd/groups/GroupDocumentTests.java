package org.ndd.groups;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupNaming.StoredGroup;

/** Golden documents: a change of these bytes changes a stored format. */
public class GroupDocumentTests extends ESTestCase {

    private static final ComparedDocument LEADER = document("b", 3, null);
    private static final ComparedDocument MEMBER = document("a", 1L << 40, "r");
    private static final StoredGroup GROUP = new StoredGroup("run", "pages/b", "b", 2);

    private static final String OF_GROUP = "\"canonical_index\":\"pages\",\"canonical_index_uuid\":\"uuid\","
            + "\"canonical_id\":\"b\",\"canonical_seq_no\":3,\"canonical_primary_term\":1";

    private static ComparedDocument document(String id, long seqNo, String routing) {
        return new ComparedDocument("pages", routing, new DocumentVersion("uuid", id, seqNo, 1));
    }

    private static GroupDocument member() {
        return GroupDocument.of(
                GROUP, MEMBER, Role.MEMBER, LEADER, new Verdict(Relation.NEAR, 0.9, 0.8, 0.7, 0.6), List.of());
    }

    private static GroupDocument leader() {
        return GroupDocument.of(GROUP, LEADER, Role.LEADER, LEADER, Verdict.EQUAL, Set.of("de"));
    }

    public void testMembers() throws IOException {
        assertEquals(
                "{\"doc\":{\"index\":\"pages\",\"index_uuid\":\"uuid\",\"id\":\"a\",\"routing\":\"r\",\"seq_no\":1099511627776,"
                        + "\"primary_term\":1},\"group\":\"pages/b\",\"leader\":\"b\",\"canonical\":false," + OF_GROUP
                        + ",\"role\":\"member\",\"verified\":true,\"relation\":\"near\",\"confidence\":0.9,\"resemblance\":0.8,"
                        + "\"containment\":{\"in_canonical\":0.7,\"of_canonical\":0.6},\"run\":\"run\"}",
                member().bytes().utf8ToString());
        assertEquals(
                "{\"doc\":{\"index\":\"pages\",\"index_uuid\":\"uuid\",\"id\":\"b\",\"seq_no\":3,\"primary_term\":1},"
                        + "\"group\":\"pages/b\",\"leader\":\"b\",\"canonical\":true," + OF_GROUP
                        + ",\"canonical_in\":[\"de\"],\"role\":\"leader\",\"size\":2,\"verified\":true,\"run\":\"run\"}",
                leader().bytes().utf8ToString());
    }

    public void testNoVersionsOutsideCluster() throws IOException {
        ComparedDocument page = new ComparedDocument("files", null, DocumentVersion.outsideCluster("a"));
        GroupDocument document = GroupDocument.of(
                new StoredGroup("run", "a", "a", 1), page, Role.LEADER, page, Verdict.EQUAL, List.of());
        assertEquals(
                "{\"doc\":{\"index\":\"files\",\"id\":\"a\"},\"group\":\"a\",\"leader\":\"a\",\"canonical\":true,"
                        + "\"canonical_index\":\"files\",\"canonical_id\":\"a\",\"role\":\"leader\",\"size\":1,\"verified\":true,"
                        + "\"run\":\"run\"}",
                document.bytes().utf8ToString());
        GroupDocument read = GroupDocument.read(document.key(), document.bytes());
        assertNull(read.compared().version());
        expectThrows(IllegalArgumentException.class, read::requireVersions);
    }

    public void testKeys() {
        DocumentName page = new DocumentName("pages", "a");
        assertEquals(GroupDocument.key(page, Role.LEADER), GroupDocument.key(page, Role.REDIRECT));
        assertEquals("MPHCJSjj6zaDmAGuNZeaPPQLCxw", GroupDocument.key(page, Role.MEMBER));
        assertEquals("xIXSZPSfpPgoCHSa4L_XAsNvRPq", GroupDocument.key(page, Role.PART_OF));
        for (String id : List.of("a/part_of", "/a", "/pages/a")) {
            DocumentName other = new DocumentName("pages", id);
            assertNotEquals(GroupDocument.key(page, Role.PART_OF), GroupDocument.key(other, Role.MEMBER));
        }
    }

    /** The order of fields in these documents is undefined. */
    public void testRedirects() throws IOException {
        GroupDocument redirect = leader().redirectedBy("run", MEMBER, List.of("p2", "p1"));
        assertEquals(
                GroupDocument.read(
                        member().key(),
                        new BytesArray(
                                "{\"doc\":{\"index\":\"pages\",\"index_uuid\":\"uuid\",\"id\":\"a\",\"routing\":\"r\","
                                        + "\"seq_no\":1099511627776,\"primary_term\":1},\"group\":\"pages/b\",\"leader\":\"b\","
                                        + "\"canonical\":false," + OF_GROUP
                                        + ",\"role\":\"redirect\",\"verified\":true,\"relation\":\"redirect\","
                                        + "\"redirect_target\":{\"index\":\"pages\",\"id\":\"b\"},\"redirect_via\":[\"p1\",\"p2\"],"
                                        + "\"run\":\"run\"}")),
                redirect);
        assertTrue(redirect.isDuplicate() && redirect.isRedirect());
        assertNull(redirect.verdict());
        assertEquals(LEADER.name(), redirect.redirectTarget());
        GroupDocument target = leader().asTarget(List.of("p1"));
        Map<String, Object> expected = new TreeMap<>(leader().source());
        expected.put("redirect_target", Map.of("index", "pages", "id", "b"));
        expected.put("redirect_via", List.of("p1"));
        assertEquals(expected, target.source());
        assertTrue(target.isRedirectTarget());
        GroupDocument alone = GroupDocument.alone("run", LEADER, List.of("p1"));
        assertEquals(
                Map.of("doc", leader().source().get("doc"), "redirect_via", List.of("p1"), "run", "run"),
                alone.source());
        assertNull(alone.group());
    }

    public void testRoundTrip() throws IOException {
        for (GroupDocument document : List.of(member(), leader())) {
            GroupDocument read = GroupDocument.read(document.key(), document.bytes());
            assertEquals(document, read);
            assertEquals(LEADER, read.comparedCanonical());
            assertEquals(document.verdict(), read.verdict());
            assertSame(read, read.requireVersions());
        }
        assertEquals(MEMBER, member().compared());
        assertTrue(member().isDuplicate() && member().isHiddenIn("de") && member().isSame() == false);
        assertTrue(leader().isCanonical() && leader().hasDependents() && leader().isHiddenIn("de") == false);
        assertEquals(Verdict.EQUAL, leader().verdict());
        assertFalse(leader().isSame());
    }

    public void testChanges() {
        ComparedDocument now = document("a", 9, null);
        Verdict verdict = new Verdict(Relation.SAME, 1, 1, 1, 1);
        assertEquals(now, member().joinedBy(now, verdict).compared());
        assertTrue(member().joinedBy(now, verdict).isSame());
        ComparedDocument other = document("c", 5, null);
        GroupDocument joined = leader().joinedBy(other, verdict);
        assertEquals(GroupDocument.key(other.name(), Role.MEMBER), joined.key());
        assertTrue(joined.hasRole(Role.MEMBER) && joined.isCanonical() == false && joined.hasGroupOf(leader()));
        GroupDocument current =
                member().withVersions(Map.of(now.name(), now, LEADER.name(), document("b", 4, null))::get);
        assertEquals(9, current.compared().version().seqNo());
        assertEquals(4, current.comparedCanonical().version().seqNo());
        assertFalse(current.hasGroupOf(leader()));
    }
}
