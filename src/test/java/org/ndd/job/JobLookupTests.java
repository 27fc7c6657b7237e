package org.ndd.job;

import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.client.NoOpClient;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.node.FakeNodes;

/** A lookup finds all jobs, but reads only a few at the same time. */
public class JobLookupTests extends ESTestCase {

    /** Number of jobs, more than a node queues reads. */
    private static final int JOBS = 1200;

    private final List<String> ids =
            IntStream.range(0, JOBS).mapToObj(i -> "job-" + i).sorted().toList();

    /** Reads of records that have no response yet. */
    private final List<Runnable> reads = new ArrayList<>();

    private final JobStore store = new JobStore(null) {
        @Override
        void ids(ActionListener<List<String>> listener) {
            listener.onResponse(ids);
        }

        @Override
        void get(String id, ActionListener<Versioned<JobRecord>> listener) {
            reads.add(() -> listener.onResponse(new Versioned<>(TestJobs.job(), 1)));
        }
    };

    public void testReadsFewJobsAtTheSameTime() {
        PlainActionFuture<List<JobLookup.LookupResult>> found = new PlainActionFuture<>();
        new JobLookup(store, new NoOpClient(new FakeNodes(List.of("node-0")).threadPool()))
                .all(JobPattern.of("job-*", false), found);
        while (reads.isEmpty() == false) {
            assertThat(reads.size(), lessThanOrEqualTo(JobLookup.CONCURRENT_JOBS));
            reads.remove(randomInt(reads.size() - 1)).run();
        }
        assertEquals(
                ids, found.actionGet().stream().map(JobLookup.LookupResult::id).toList());
    }
}
