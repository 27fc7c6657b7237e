package org.ndd.partition;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.elasticsearch.common.util.CollectionUtils;
import org.elasticsearch.index.IndexModule;
import org.elasticsearch.index.mapper.FieldNamesFieldMapper;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.ndd.partition.node.NodeRuns;
import org.ndd.partition.plan.PartitionRequest;

/** A shard that fails to open releases everything: the test framework checks readers and memory. */
@ESIntegTestCase.ClusterScope(
        scope = ESIntegTestCase.Scope.TEST,
        numDataNodes = 1,
        numClientNodes = 0,
        supportsDedicatedMasters = false)
public class ShardOpenFailureTests extends SuspendedRunTestCase {

    /** Whether reading the documents that have a field fails, which is the last step. */
    private static final AtomicBoolean BROKEN = new AtomicBoolean();

    /** Executed once by the last step of the first shard that opens; {@code null} for nothing. */
    private static final AtomicReference<Runnable> ON_OPEN = new AtomicReference<>();

    /** A reader that works until the failure is enabled. */
    public static final class BrokenReaderPlugin extends Plugin {

        @Override
        public void onIndexModule(IndexModule module) {
            if (module.getIndex().getName().equals(INDEX)) {
                module.setReaderWrapper(index -> BrokenReader::new);
            }
        }
    }

    private static final class BrokenReader extends FilterDirectoryReader {

        BrokenReader(DirectoryReader in) throws IOException {
            super(in, new SubReaderWrapper() {
                @Override
                public LeafReader wrap(LeafReader reader) {
                    return new BrokenLeaf(reader);
                }
            });
        }

        @Override
        protected DirectoryReader doWrapDirectoryReader(DirectoryReader reader) throws IOException {
            return new BrokenReader(reader);
        }

        @Override
        public CacheHelper getReaderCacheHelper() {
            return in.getReaderCacheHelper();
        }
    }

    private static final class BrokenLeaf extends FilterLeafReader {

        BrokenLeaf(LeafReader in) {
            super(in);
        }

        @Override
        public Terms terms(String field) throws IOException {
            Runnable onOpen = field.equals(FieldNamesFieldMapper.NAME) ? ON_OPEN.getAndSet(null) : null;
            if (onOpen != null) {
                onOpen.run();
            }
            if (BROKEN.get() && field.equals(FieldNamesFieldMapper.NAME)) {
                throw new IOException("broken on purpose");
            }
            return super.terms(field);
        }

        @Override
        public CacheHelper getCoreCacheHelper() {
            return in.getCoreCacheHelper();
        }

        @Override
        public CacheHelper getReaderCacheHelper() {
            return in.getReaderCacheHelper();
        }
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return CollectionUtils.appendToCopy(super.nodePlugins(), BrokenReaderPlugin.class);
    }

    public void testReleasesResourcesOnFailure() throws Exception {
        corpus = new TestCorpus(random(), 50);
        index(corpus, INDEX, 2, 0, fingerprints);
        BROKEN.set(true);
        try {
            PartitionRequest request = PartitionRequest.parse(new String[] {INDEX}, null, false);
            String id =
                    client().execute(PartitionAction.TYPE, request).actionGet().id();
            Map<String, Object> report = reportAtTheEnd(id);
            assertEquals("failed", report.get("state"));
            assertThat(report.get("failures").toString(), containsString("broken on purpose"));
        } finally {
            BROKEN.set(false);
        }
    }

    /** The run must not keep the reader of a shard that leaves the node, from the time when it opens the shard. */
    public void testShardLeavesWhileRunOpens() throws Exception {
        corpus = new TestCorpus(random(), 50);
        index(corpus, INDEX, 2, 0, fingerprints);
        NodeRuns runs = internalCluster().getDataNodeInstance(NodeRuns.class);
        ShardId shard = new ShardId(resolveIndex(INDEX), between(0, 1));
        ON_OPEN.set(() -> runs.shardCloses(shard));
        PartitionRequest request = PartitionRequest.parse(new String[] {INDEX}, null, false);
        Map<String, Object> report = reportAtTheEnd(
                client().execute(PartitionAction.TYPE, request).actionGet().id());
        assertNull(ON_OPEN.get());
        assertEquals("completed", report.get("state"));
        assertEquals("the attempt that read the shard has ended", 1, report.get("restarts"));
    }
}
