package org.ndd.partition;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.test.ESIntegTestCase;

/** A run that a user resumes after documents of its source were deleted. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 3,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class ResumedRunTests extends SuspendedRunTestCase {

    /** Documents that were deleted leave the groups that an earlier attempt has written. */
    public void testResumeAfterDeletions() throws Exception {
        indexCorpus();
        String id = startAndStopAt(1, Set.of("check"), "{}");
        cancel(id);
        resumeRun();
        assertEquals("cancelled", reportAtTheEnd(id).get("state"));
        List<TestCorpus.Page> deleted = randomSubsetOf(corpus.pages().size() / 3, corpus.pages());
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        deleted.forEach(page -> bulk.add(new DeleteRequest(INDEX, page.id())));
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
        client().execute(ResumePartitionAction.TYPE, new RunIdRequest(id)).actionGet();
        assertCompleted(id);
        Set<String> ids = deleted.stream().map(TestCorpus.Page::id).collect(Collectors.toSet());
        List<String> lines = lines(INDEX + "-ndd");
        Map<Boolean, List<String>> byPresence =
                lines.stream().collect(Collectors.partitioningBy(line -> ids.contains(line.split(" ")[0])));
        assertEquals(List.of(), byPresence.get(true));
        assertEquals(((Number) report(id).get("written")).intValue(), lines.size());
    }
}
