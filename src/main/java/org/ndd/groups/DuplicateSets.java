package org.ndd.groups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.ndd.config.CacheStats;

/**
 * A cache of the duplicates for this node's searches, bounded by the bytes of their ids: the least recently used set is evicted first, and
 * the next search that needs it reads it again. A set is found by the versions of its lists, which each search reads with the rights of its
 * user. So a set can be out of use, but never outdated, nor used by users that may not read the lists.
 */
public final class DuplicateSets {

    /** The most memory for ids of duplicates: a share of the heap or a size. */
    public static final Setting<ByteSizeValue> SIZE =
            Setting.memorySizeSetting("ndd.known_duplicates.cache.size", "2%", Property.NodeScope);

    private final CircuitBreaker breaker;
    private final Cache<PublishedLists.Key, DuplicateSet> sets;

    /**
     * @param settings of the node
     * @param breaker of requests: accounts for the memory of a set while it is read
     */
    public DuplicateSets(Settings settings, CircuitBreaker breaker) {
        this.breaker = breaker;
        this.sets = CacheBuilder.<PublishedLists.Key, DuplicateSet>builder()
                .setMaximumWeight(SIZE.get(settings).getBytes())
                .weigher((key, set) -> set.ramBytesUsed())
                .build();
    }

    /** The set of some lists, or {@code null} if it is not in the cache. */
    DuplicateSet get(PublishedLists.Key lists) {
        return sets.get(lists);
    }

    /**
     * Passes on the sets of some lists by the UUIDs of their indices, and reads those that are not here, one list after the other.
     *
     * @param source has the lists, and reads them with the rights of the user
     */
    void get(PublishedLists published, DuplicateListReader source, ActionListener<Map<String, DuplicateSet>> listener) {
        get(published.lists().entrySet().iterator(), source, new HashMap<>(), listener);
    }

    private void get(
            Iterator<Map.Entry<String, PublishedLists.Key>> remaining,
            DuplicateListReader source,
            Map<String, DuplicateSet> found,
            ActionListener<Map<String, DuplicateSet>> listener) {
        while (remaining.hasNext()) {
            Map.Entry<String, PublishedLists.Key> index = remaining.next();
            DuplicateSet set = sets.get(index.getValue());
            if (set == null) {
                Loading loading = new Loading(index.getKey(), index.getValue(), source);
                ActionListener<DuplicateSet> rest = listener.delegateFailureAndWrap((l, loaded) -> {
                    found.put(index.getKey(), loaded);
                    get(remaining, source, found, l);
                });
                loading.read(ActionListener.runBefore(rest, loading::release));
                return;
            }
            found.put(index.getKey(), set);
        }
        listener.onResponse(Map.copyOf(found));
    }

    /** A set that is being read. */
    private final class Loading {

        private final String indexUuid;
        private final PublishedLists.Key key;
        private final DuplicateListReader source;
        private final List<BytesRef> ids = new ArrayList<>();
        private final Set<BytesRef> unsure = new HashSet<>();
        private UnsureDuplicates.Seen seen;
        private long listed;
        private boolean asPublished = true;
        private long reserved;

        Loading(String indexUuid, PublishedLists.Key key, DuplicateListReader source) {
            this.indexUuid = indexUuid;
            this.key = key;
            this.source = source;
        }

        void read(ActionListener<DuplicateSet> listener) {
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
                DuplicateSet set = new DuplicateSet(ids);
                // lists that have changed since the search began count for it alone: the next search finds their new
                // versions
                if (asPublished && isComplete()) {
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

        /** Whether the group documents are those of the lists: an update may be visible in part, and a user may not see all of them. */
        private boolean isComplete() {
            return seen == null
                    || seen.duplicates() == listed
                            && seen.seqNo() == key.threshold().seqNo();
        }

        private BytesRef reserveAndEncode(String decoded) {
            BytesRef id = DuplicateSet.encode(decoded);
            long bytes = RamUsageEstimator.shallowSizeOf(id) + RamUsageEstimator.sizeOf(id.bytes);
            breaker.addEstimateBytesAndMaybeBreak(bytes, KnownDuplicatesQueryBuilder.NAME);
            reserved += bytes;
            return id;
        }

        void release() {
            breaker.addWithoutBreaking(-reserved);
        }
    }

    public CacheStats stats() {
        return CacheStats.of(sets);
    }

    /** For tests. */
    int count() {
        return sets.count();
    }
}
