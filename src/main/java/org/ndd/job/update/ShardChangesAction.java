package org.ndd.job.update;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.UnavailableShardsException;
import org.elasticsearch.action.support.ActiveShardCount;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.replication.ReplicationRequest;
import org.elasticsearch.action.support.replication.ReplicationResponse;
import org.elasticsearch.action.support.replication.TransportReplicationAction;
import org.elasticsearch.cluster.action.shard.ShardStateAction;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.lucene.Lucene;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.injection.guice.Inject;
import org.ndd.compat.Calls;
import org.ndd.config.NddThreadPools;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.job.update.ShardLeaseAction.ShardRequestTarget;
import org.ndd.pair.StoredIds;

/**
 * Requests from the primary of a shard the documents with an operation in the next part of its history, up to the global checkpoint. All
 * copies have the operations up to it, and keep them. Requires {@code read} on the index.
 *
 * <p>Also returns documents that the user has no right to see because of document-level security. It reads the engine instead of a search
 * with the user's rights, because otherwise it could not return deleted documents. So it has no REST endpoint, and only code of ndd uses
 * its response. That code searches for the documents again with the user's rights before it returns or compares them.
 *
 * <p>It is a replication action, although it writes nothing, because all copies are refreshed before the response: the user's next search
 * finds these operations on any copy. It waits for a primary that moves, and fails with a 503 if there is no primary in time.
 */
public final class ShardChangesAction
        extends TransportReplicationAction<
                ShardChangesAction.Request, ShardChangesAction.Request, ShardChangesAction.Response> {

    static final String NAME = "indices:data/read/ndd/changes";

    public static final ActionType<Response> TYPE = new ActionType<>(NAME);

    /** Maximum number of sequence numbers of one response. */
    static final int MAX_LIMIT = 10_000;

    private static final String SOURCE = "ndd_changes";
    private static final TimeValue TIMEOUT = TimeValue.timeValueSeconds(30);

    public static final class Request extends ReplicationRequest<Request> {

        private final ShardRequestTarget target;
        private final String historyUuid;
        private final long from;
        private final int limit;
        private final boolean fromBeginning;

        /**
         * @param historyUuid UUID of the history of {@code from}
         * @param from first sequence number, 0 or more
         * @param limit maximum number of sequence numbers, 1 to {@link #MAX_LIMIT}
         * @param fromBeginning whether the shard is read for the first time. Operations may then be missing: operations that merges
         *     removed were overwritten or deleted before the job read them
         */
        Request(ShardRequestTarget target, String historyUuid, long from, int limit, boolean fromBeginning) {
            super(target.shard());
            assert from >= 0 && limit >= 1 && limit <= MAX_LIMIT : "from " + from + ", limit " + limit;
            this.target = target;
            this.historyUuid = historyUuid;
            this.from = from;
            this.limit = limit;
            this.fromBeginning = fromBeginning;
            this.timeout = TIMEOUT;
            this.waitForActiveShards = ActiveShardCount.NONE;
        }

        Request(StreamInput in) throws IOException {
            super(in);
            target = ShardRequestTarget.read(in);
            historyUuid = in.readString();
            from = in.readVLong();
            limit = in.readVInt();
            fromBeginning = in.readBoolean();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            target.writeTo(out);
            out.writeString(historyUuid);
            out.writeVLong(from);
            out.writeVInt(limit);
            out.writeBoolean(fromBeginning);
        }

        @Override
        public String[] indices() {
            return target.requested().indices();
        }

        @Override
        public IndicesOptions indicesOptions() {
            return target.requested().indicesOptions();
        }

        @Override
        public String toString() {
            return "changes of " + shardId + " from [" + from + "]";
        }
    }

    public static final class Response extends ReplicationResponse {

        final Collection<String> ids;
        /** Sequence number of the last operation of this part. */
        final long to;

        private final long last;
        /** Whether requested operations no longer exist, or the shard has another history. The response then has no documents. */
        final boolean historyGone;

        Response(Collection<String> ids, long to, long last, boolean historyGone) {
            this.ids = ids;
            this.to = to;
            this.last = last;
            this.historyGone = historyGone;
        }

        Response(StreamInput in) throws IOException {
            super(in);
            ids = in.readStringCollectionAsList();
            to = in.readZLong();
            last = in.readZLong();
            historyGone = in.readBoolean();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeStringCollection(ids);
            out.writeZLong(to);
            out.writeZLong(last);
            out.writeBoolean(historyGone);
        }

        /** Returns whether there are operations after {@link #to}. */
        boolean more() {
            return to < last;
        }

        /** Throws a temporary 503 if a copy was not refreshed: the user's next search could miss operations of this part. */
        void ensureRefreshed(ShardId shard) {
            ShardInfo copies = getShardInfo();
            if (copies.getFailed() > 0) {
                throw new UnavailableShardsException(
                        shard, "a copy could not be refreshed: [{}]", copies.getFailures()[0].reason());
            }
        }
    }

    @Inject
    public ShardChangesAction(ActionServices action, Settings settings, ShardStateAction shardStates) {
        super(
                settings,
                NAME,
                action.transport(),
                action.node().cluster(),
                action.node().indices(),
                action.node().threads(),
                shardStates,
                action.filters(),
                Request::new,
                Request::new,
                action.node().threads().executor(NddThreadPools.READ),
                SyncGlobalCheckpointAfterOperation.DoNotSync,
                PrimaryActionExecution.RejectOnOverload,
                ReplicaActionExecution.SubjectToCircuitBreaker);
    }

    @Override
    protected ClusterBlockLevel globalBlockLevel() {
        return ClusterBlockLevel.READ;
    }

    @Override
    public ClusterBlockLevel indexBlockLevel() {
        return ClusterBlockLevel.READ;
    }

    @Override
    protected Response newResponseInstance(StreamInput in) throws IOException {
        return new Response(in);
    }

    @Override
    protected void shardOperationOnPrimary(
            Request request, IndexShard primary, ActionListener<PrimaryResult<Request, Response>> listener) {
        ActionListener.completeWith(listener, () -> new PrimaryResult<>(request, read(request, primary)));
    }

    private static Response read(Request request, IndexShard primary) throws IOException {
        long last = primary.getLastKnownGlobalCheckpoint();
        long to = Math.min(last, request.from + request.limit - 1);
        if (primary.getHistoryUUID().equals(request.historyUuid) == false) {
            return historyGone(request, last);
        }
        if (to < request.from) {
            // a new primary may have a lower global checkpoint than the previous one
            return new Response(List.of(), request.from - 1, last, false);
        }
        primary.refresh(SOURCE);
        try (Engine.Searcher searcher = Calls.history(primary, SOURCE)) {
            int size = Math.toIntExact(to - request.from + 1);
            OperationReader.Window window = OperationReader.read(searcher.getDirectoryReader(), request.from, size);
            return window.complete() || request.fromBeginning
                    ? new Response(window.ids(), to, last, false)
                    : historyGone(request, last);
        }
    }

    private static Response historyGone(Request request, long last) {
        return new Response(List.of(), request.from - 1, last, true);
    }

    @Override
    protected void shardOperationOnReplica(
            Request request, IndexShard replica, ActionListener<ReplicaResult> listener) {
        ActionListener.completeWith(listener, () -> {
            // this copy also has all operations up to the global checkpoint
            replica.refresh(SOURCE);
            return new ReplicaResult();
        });
    }

    /**
     * Reads a range of a shard's operations from its Lucene index. The index also contains overwritten and deleted operations, while a
     * lease retains them.
     *
     * <p>Does not use {@code IndexShard.newChangesSnapshot}, for two reasons. First, that method returns whole operations. It loads the
     * source of each, about 50 kB for a web page, or rebuilds it for synthetic source, and ndd would discard it. Second, it sorts: each
     * batch reads all operations up to the end of the history. This class reads a range of sequence numbers, which the points or the skip
     * index of {@code _seq_no} find directly, and loads only ids. Missing operations are still detected, because the numbers have no gaps:
     * each belongs to an operation or to a NoOp, which is also a document. Several operations may have the same number, because the
     * documents of a shrunken index keep the numbers that they had in different shards. The documents of all of them are returned.
     */
    static final class OperationReader {

        /** The ids of the operations that were found, and whether all operations of the range exist. */
        record Window(Set<String> ids, boolean complete) {}

        private final Set<String> ids = new LinkedHashSet<>();
        private final FixedBitSet found;
        private final long from;

        private OperationReader(long from, int size) {
            this.from = from;
            this.found = new FixedBitSet(size);
        }

        /**
         * Reads operations. Searches the numbers of each segment, and loads a stored document per operation.
         *
         * @param reader reader of the engine, not the reader of a search, which security may have wrapped
         * @param from first sequence number, 0 or more
         */
        static Window read(DirectoryReader reader, long from, int size) throws IOException {
            OperationReader window = new OperationReader(from, size);
            IndexSearcher searcher = new IndexSearcher(Lucene.wrapAllDocsLive(reader));
            searcher.setQueryCache(null);
            Query range = searcher.rewrite(range(reader, from, from + size - 1));
            Weight weight = searcher.createWeight(range, ScoreMode.COMPLETE_NO_SCORES, 1);
            for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
                Scorer scorer = weight.scorer(leaf);
                if (scorer != null) {
                    window.readLeaf(leaf, scorer.iterator());
                }
            }
            return new Window(window.ids, window.found.cardinality() == size);
        }

        /** Matches a range of numbers. In Elasticsearch 9, indices of logs and time series have no points of them. */
        private static Query range(DirectoryReader reader, long from, long to) {
            FieldInfo numbers = FieldInfos.getMergedFieldInfos(reader).fieldInfo(SeqNoFieldMapper.NAME);
            return numbers != null && numbers.getPointDimensionCount() == 0
                    ? NumericDocValuesField.newSlowRangeQuery(SeqNoFieldMapper.NAME, from, to)
                    : LongPoint.newRangeQuery(SeqNoFieldMapper.NAME, from, to);
        }

        /** Reads the operations of a segment. Nested documents have the sequence number of their parent document, but no primary term. */
        private void readLeaf(LeafReaderContext leaf, DocIdSetIterator matches) throws IOException {
            Bits valid = leaf.reader().getLiveDocs();
            NumericDocValues numbers = DocValues.getNumeric(leaf.reader(), SeqNoFieldMapper.NAME);
            NumericDocValues tombstones = DocValues.getNumeric(leaf.reader(), SeqNoFieldMapper.TOMBSTONE_NAME);
            NumericDocValues terms = DocValues.getNumeric(leaf.reader(), SeqNoFieldMapper.PRIMARY_TERM_NAME);
            StoredIds stored = new StoredIds(leaf.reader());
            for (int doc = matches.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = matches.nextDoc()) {
                if (valid != null && valid.get(doc) == false || terms.advanceExact(doc) == false) {
                    continue;
                }
                if (numbers.advanceExact(doc) == false) {
                    throw new IllegalStateException("an operation has no number");
                }
                found.set(Math.toIntExact(numbers.longValue() - from));
                String id = stored.of(doc).id();
                if (id != null) {
                    ids.add(id);
                } else if (tombstones.advanceExact(doc) == false) {
                    throw new IllegalStateException("an operation has no id");
                }
            }
        }
    }
}
