package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.core.group.PartitionParameters;

/** A run that a user resumes after documents of its source were deleted. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 3,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class ResumedRunTests extends SuspendedRunTestCase {

    /** The groups are those of a run over the remaining documents. */
    public void testResumeAfterDeletions() throws Exception {
        indexCorpus();
        String id = startAndStopAt(1, Set.of("check"), "{\"boilerplate\": \"none\"}");
        cancel(id);
        resumeRun();
        assertEquals("cancelled", reportAtTheEnd(id).get("state"));
        List<TestCorpus.Page> remaining = new ArrayList<>(corpus.pages());
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (TestCorpus.Page page : randomSubsetOf(corpus.pages().size() / 3, corpus.pages())) {
            remaining.remove(page);
            bulk.add(new DeleteRequest(INDEX, page.id()));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        client().execute(RunActions.Resume.TYPE, new RunActions.RunIdRequest(id))
                .actionGet();
        assertCompleted(id);
        assertEquals(
                TestCorpus.lines(new TestCorpus(random(), remaining)
                        .expected(PartitionParameters.BALANCED, fingerprints, false)),
                lines(INDEX + "-ndd"));
    }

    /** The run pinned another index of the same name, so it is not resumed, and nothing is published. */
    public void testResumeAfterIndexWasRecreated() throws Exception {
        indexCorpus();
        String id = startAndStopAt(1, Set.of("check"), "{\"boilerplate\": \"none\"}");
        cancel(id);
        resumeRun();
        assertEquals("cancelled", reportAtTheEnd(id).get("state"));
        assertAcked(client().admin().indices().prepareDelete(INDEX));
        indexCorpus();

        // the run may be deleted soon after its source
        ElasticsearchException lost = expectThrows(
                ElasticsearchException.class,
                () -> client().execute(ResumePartitionAction.TYPE, new RunIdRequest(id))
                        .actionGet());
        assertEquals(RestStatus.NOT_FOUND, lost.status());
        assertFalse(indexExists(INDEX + "-ndd"));
    }
}
