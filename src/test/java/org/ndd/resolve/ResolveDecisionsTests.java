package org.ndd.resolve;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.rest.RestStatus;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.partition.TestDecisions;
import org.ndd.partition.TestDecisions.Pair;

/** Decisions that people make after a run keep documents from being deleted or marked because of that run. */
public class ResolveDecisionsTests extends ResolveTestCase {

    /** Partitions an index whose decisions have no effect on its groups. */
    private void partitionWithDecisions(String index) throws IOException {
        TestDecisions.put(client(), index, List.of(new Pair("keep", "other", false)));
        partition(index, "{\"canonical\": [\"views\"], \"decisions_index\": \"" + TestDecisions.INDEX + "\"}");
    }

    public void testDecisionAfterRunKeepsDocuments() throws IOException {
        stories("later");
        put("later", "copy/3", page(OTHER, 3));
        TestDecisions.put(client(), "later", List.of(new Pair("copy/3", "keep", false)));
        put("later", "copy/3", page(STORM, 3));
        partitionWithDecisions("later");
        assertCounts(resolve(Operation.DELETE, "later", true, "{}"), "5 deleted");
        // copy/2 follows copy/1; the decision about copy/3 was made about another text
        TestDecisions.put(
                client(),
                "later",
                List.of(
                        new Pair("copy/0", "keep", false),
                        new Pair("copy/1", "keep", false),
                        new Pair("copy/1", "copy/2", true)));
        assertCounts(resolve(Operation.DELETE, "later", true, "{}"), "2 deleted", "3 decided_not_duplicates");
        BulkTaskReport report = delete("later");
        assertCounts(report, "2 deleted", "3 decided_not_duplicates");
        assertEquals(3, report.skipped().size());
        report.skipped().forEach(skipped -> assertEquals("decided_not_duplicates", skipped.reason()));
        assertEquals(Set.of("keep", "copy/0", "copy/1", "copy/2", "other"), ids("later"));
        // an undo restores all documents, independent of decisions
        TestDecisions.put(client(), "later", List.of(new Pair("copy/0", "copy/1", false)));
        assertCounts(
                resolve(Operation.RESTORE, "later", false, "{\"backup\": \"" + report.backup() + "\"}"), "2 restored");
    }

    public void testDecisionAfterRunRemovesMark() throws IOException {
        stories("marked");
        partitionWithDecisions("marked");
        TestDecisions.put(client(), "marked", List.of(new Pair("copy/0", "keep", false)));
        assertCounts(resolve(Operation.MARK, "marked", true, "{}"), "5 marked", "1 decided_not_duplicates");
        assertCounts(resolve(Operation.MARK, "marked", false, "{}"), "5 marked", "1 decided_not_duplicates");
        assertEquals(4, having("marked", "ndd.duplicate_of"));
        TestDecisions.put(client(), "marked", List.of(new Pair("copy/1", "keep", false)));
        for (boolean dryRun : new boolean[] {true, false}) {
            assertCounts(
                    resolve(Operation.MARK, "marked", dryRun, "{}"),
                    "4 noops",
                    "1 unmarked",
                    "1 decided_not_duplicates");
        }
        assertEquals(3, having("marked", "ndd.duplicate_of"));
    }

    public void testRejectsRunWithoutItsDecisions() throws IOException {
        stories("lost");
        partitionWithDecisions("lost");
        assertAcked(client().admin().indices().prepareDelete(TestDecisions.INDEX));
        for (Operation operation : List.of(Operation.DELETE, Operation.MARK)) {
            for (boolean dryRun : new boolean[] {true, false}) {
                Exception e = expectThrows(Exception.class, () -> resolve(operation, "lost", dryRun, "{}"));
                assertEquals(e.toString(), RestStatus.NOT_FOUND, ExceptionsHelper.status(e));
                assertThat(
                        ExceptionsHelper.unwrapCause(e).getMessage(),
                        containsString("[dest] must be a run whose decisions can be read, but was [lost-ndd-"));
            }
        }
        assertEquals(7, ids("lost").size());
        assertEquals(0, having("lost", "ndd.group"));
    }
}
