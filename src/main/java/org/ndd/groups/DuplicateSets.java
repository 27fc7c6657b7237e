package org.ndd.groups;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.join.QueryBitSetProducer;
import org.apache.lucene.util.BitSet;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ResultDeduplicator;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.Uid;
import org.ndd.bulk.Batches;
import org.ndd.bulk.ReservedMemory;
import org.ndd.groups.DuplicateListReader.LowConfidenceDuplicates;

/**
 * Caches the duplicates for the searches of this node, bounded by the bytes of their ids. The least recently used set is evicted first, and
 * the next search that needs it reads it again. The key of a set is the versions of its lists, which each search reads with the rights of
 * its user. So a set can be unused, but never outdated, and only users with the right to read the lists can use it.
 */
public final class DuplicateSets {

    /** Maximum memory for ids of duplicates: a share of the heap or a size. */
    public static final Setting<ByteSizeValue> SIZE =
            Setting.memorySizeSetting("ndd.known_duplicates.cache.size", "2%", Property.NodeScope);

    private final CircuitBreaker breaker;
    private final Supplier<ClusterState> state;
    private final Cache<PublishedLists.Key, DuplicateSet> sets;

    /** Reads a set once for all shards and searches that need it at the same time. */
    private final ResultDeduplicator<PublishedLists.Key, DuplicateSet> loading;

    /** @param breaker breaker of requests: accounts for the memory of a set while it is read */
    public DuplicateSets(
            Settings settings, CircuitBreaker breaker, Supplier<ClusterState> state, ThreadContext context) {
        this.breaker = breaker;
        this.state = state;
        this.sets = CacheBuilder.<PublishedLists.Key, DuplicateSet>builder()
                .setMaximumWeight(SIZE.get(settings).getBytes())
                .weigher((key, set) -> set.ramBytesUsed())
                .build();
        this.loading = new ResultDeduplicator<>(context);
    }

    /** Adds a warning to the response if the run of a destination has no duplicates in any of the indices, because it did not read them. */
    void warnIfNotRead(String dest, Index[] indices) {
        String problem = Destination.notRead(
                dest, Arrays.stream(indices).map(Index::getName).toList(), state.get());
        if (problem != null) {
            HeaderWarning.addWarning("[{}] finds nothing: {}", KnownDuplicatesQueryBuilder.NAME, problem);
        }
    }

    /** Returns the indices without those that were restored over themselves since the run of a destination read them. */
    Index[] withoutRestored(String dest, Index[] indices) {
        Set<String> restored = Destination.restored(
                dest, Arrays.stream(indices).map(Index::getName).toList(), state.get());
        return Arrays.stream(indices)
                .filter(index -> restored.contains(index.getName()) == false)
                .toArray(Index[]::new);
    }

    /** Returns the set of some lists, or {@code null} if it is not in the cache. */
    DuplicateSet get(PublishedLists.Key lists) {
        return sets.get(lists);
    }

    /** Returns sets by the UUIDs of their indices. Those that are not in the cache are read by the source, one list after the other. */
    void get(PublishedLists published, DuplicateListReader source, ActionListener<Map<String, DuplicateSet>> listener) {
        Map<String, DuplicateSet> found = new HashMap<>();
        Batches.oneByOne(
                published.lists().entrySet(),
                (index, l) -> get(
                        index.getValue(),
                        m -> new Loading(index.getKey(), index.getValue(), source).load(m),
                        l.map(set -> {
                            found.put(index.getKey(), set);
                            return null;
                        })),
                listener.map(done -> Map.copyOf(found)));
    }

    /**
     * Returns a set. If it is not in the cache, reads it, or waits for another search that reads it. If that one fails, as when it is
     * cancelled, or if its user does not see all group documents, the set is read again.
     */
    private void get(
            PublishedLists.Key key,
            Consumer<ActionListener<DuplicateSet>> load,
            ActionListener<DuplicateSet> listener) {
        DuplicateSet known = sets.get(key);
        if (known != null) {
            listener.onResponse(known);
            return;
        }
        AtomicBoolean reads = new AtomicBoolean();
        ActionListener<DuplicateSet> notified = listener.delegateResponse((l, e) -> {
            if (reads.get()) {
                l.onFailure(e);
            } else {
                load.accept(l);
            }
        });
        loading.executeOnce(
                key,
                notified.delegateFailure((l, set) -> {
                    if (reads.get() || set.isComplete()) {
                        listener.onResponse(set);
                    } else {
                        load.accept(listener);
                    }
                }),
                (same, l) -> {
                    reads.set(true);
                    load.accept(l);
                });
    }

    private final class Loading {

        private final String indexUuid;
        private final PublishedLists.Key key;
        private final DuplicateListReader source;
        private final List<BytesRef> ids = new ArrayList<>();
        private final Set<BytesRef> unsure = new HashSet<>();
        private LowConfidenceDuplicates.ReadResult seen;
        private long listed;
        private boolean asPublished = true;
        private final ReservedMemory memory = new ReservedMemory(breaker, KnownDuplicatesQueryBuilder.NAME);

        Loading(String indexUuid, PublishedLists.Key key, DuplicateListReader source) {
            this.indexUuid = indexUuid;
            this.key = key;
            this.source = source;
        }

        void load(ActionListener<DuplicateSet> listener) {
            ActionListener.run(ActionListener.runBefore(listener, memory::close), this::read);
        }

        private void read(ActionListener<DuplicateSet> listener) {
            if (key.threshold() == null) {
                next(0, listener);
            } else {
                source.belowThreshold(key.threshold(), indexUuid)
                        .read(id -> unsure.add(reserveAndEncode(id)), listener.delegateFailureAndWrap((l, groups) -> {
                            seen = groups;
                            next(0, l);
                        }));
            }
        }

        private void next(int number, ActionListener<DuplicateSet> listener) {
            if (number == key.versions().size()) {
                // lists that changed after the start of the search are used for this search only: the next search finds
                // their new versions
                DuplicateSet set = new DuplicateSet(ids, asPublished && isComplete());
                if (set.isComplete()) {
                    sets.put(key, set);
                }
                listener.onResponse(set);
                return;
            }
            source.read(key, key.versions().get(number), listener.delegateFailureAndWrap((l, list) -> {
                asPublished &= list.current();
                listed += list.ids().size();
                for (String id : list.ids()) {
                    if (unsure.contains(DuplicateSet.encode(id)) == false) {
                        ids.add(reserveAndEncode(id));
                    }
                }
                next(number + 1, l);
            }));
        }

        /**
         * Returns whether the group documents correspond to the lists. Part of an update may not be visible yet, and a user may lack the
         * right to see documents.
         */
        private boolean isComplete() {
            return seen == null
                    || seen.duplicates() == listed
                            && seen.seqNo() == key.threshold().seqNo();
        }

        private BytesRef reserveAndEncode(String decoded) {
            BytesRef id = DuplicateSet.encode(decoded);
            memory.add(RamUsageEstimator.shallowSizeOf(id) + RamUsageEstimator.sizeOf(id.bytes));
            return id;
        }
    }

    public CacheStats stats() {
        return CacheStats.of(sets);
    }

    /**
     * Holds the ids of the duplicates of one index, and a bit set per searched segment as long as the segment is used. So the ids are
     * looked up once per segment, in O(ids), and a search reads one bit per document that it examines. Thread-safe.
     */
    static final class DuplicateSet {

        private final boolean complete;
        private final TermInSetQuery ids;
        private final QueryBitSetProducer segments;

        /**
         * @param ids ids of documents of one index, in any order
         * @param complete whether all searches with the same lists have this set
         */
        DuplicateSet(List<BytesRef> ids, boolean complete) {
            this.complete = complete;
            this.ids = new TermInSetQuery(IdFieldMapper.NAME, ids);
            this.segments = new QueryBitSetProducer(this.ids);
        }

        /**
         * Returns whether all searches with the same lists have this set. Otherwise its results must not be cached: a list has changed
         * since the search started, or its user does not see all group documents.
         */
        boolean isComplete() {
            return complete;
        }

        static BytesRef encode(String id) {
            return Uid.encodeId(id);
        }

        /** Returns the memory of the ids, in bytes. The bit sets take at most an eighth of a byte per document of the node. */
        long ramBytesUsed() {
            return ids.ramBytesUsed();
        }

        /** Returns the duplicates in a segment by their document numbers, including deleted documents; {@code null} if there are none. */
        BitSet bitSet(LeafReaderContext leaf) throws IOException {
            return segments.getBitSet(leaf);
        }
    }
}
