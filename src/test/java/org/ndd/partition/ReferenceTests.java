package org.ndd.partition;

import static org.hamcrest.Matchers.startsWith;

import java.util.List;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.indices.TestIndexNameExpressionResolver;
import org.elasticsearch.test.ESTestCase;
import org.ndd.compat.TestCalls;
import org.ndd.partition.plan.Reference;

public class ReferenceTests extends ESTestCase {

    /** Elasticsearch 9 removes the numbers when it merges segments. A run then found no document of the reference. */
    public void testReferenceWithoutSequenceNumbers() {
        ClusterState state = TestCalls.state(TestCalls.project()
                .put(IndexMetadata.builder("archive")
                        .settings(
                                indexSettings(IndexVersion.current(), 1, 0).put("index.disable_sequence_numbers", true))
                        .putMapping("{\"properties\":{\"ndd\":{\"type\":\"near_dup\"}}}")));
        Reference archive = new Reference(List.of("archive"), null);
        IllegalArgumentException e = expectThrows(
                IllegalArgumentException.class,
                () -> archive.concrete(TestIndexNameExpressionResolver.newInstance(), new Index[0], "ndd", state));
        assertThat(
                e.getMessage(),
                startsWith("[against.index] must be an index with sequence numbers, but was [archive], whose setting"));
    }
}
