package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.search.DocIdSetIterator;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.IntArray;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.bulk.ReservedMemory;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.shard.ShardMethod.ShardClients;

/**
 * Holds the boilerplate fingerprints of the documents of a shard: fingerprints that a document has only because of the boilerplate of its
 * families. They do not generate candidates. Filled before candidates are collected, and only read after that.
 *
 * <p>Memory on the request circuit breaker: 4 bytes per document if any family has such fingerprints, and 8 bytes per fingerprint of a
 * family.
 */
public final class BoilerplateFingerprints implements Releasable {

    private static final long FAMILIES_BYTES = 48;

    private final int maxDoc;
    private final BigArrays bigArrays;
    private final List<Families> families = new ArrayList<>();
    private final ReservedMemory memory;
    /** For each document, 1 plus the position of its families in {@link #families}; 0 for none. */
    private volatile IntArray familiesOf;

    /** The fingerprints of a document's families: ascending ones of one family, and the others, or {@code null}. */
    private record Families(long[] own, Families others) {

        boolean has(long fingerprint) {
            return Arrays.binarySearch(own, fingerprint) >= 0 || others != null && others.has(fingerprint);
        }
    }

    BoilerplateFingerprints(int maxDoc, BigArrays bigArrays) {
        this.maxDoc = maxDoc;
        this.bigArrays = bigArrays;
        this.memory = new ReservedMemory(
                bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST), "ndd boilerplate fingerprints");
    }

    /** Adds a family with its documents and its ascending boilerplate fingerprints. Not thread-safe. */
    void add(DocIdSetIterator docs, long[] fingerprints) throws IOException {
        IntArray places = familiesOf == null ? bigArrays.newIntArray(maxDoc, true) : familiesOf;
        familiesOf = places;
        memory.add((long) Long.BYTES * fingerprints.length);
        Map<Integer, Integer> withOthers = new HashMap<>();
        for (int doc = docs.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = docs.nextDoc()) {
            int others = places.get(doc);
            Integer place = withOthers.get(others);
            if (place == null) {
                memory.add(FAMILIES_BYTES);
                families.add(new Families(fingerprints, others == 0 ? null : families.get(others - 1)));
                place = families.size();
                withOthers.put(others, place);
            }
            places.set(doc, place);
        }
    }

    boolean isEmpty() {
        return familiesOf == null;
    }

    /** Whether a fingerprint of a document belongs to the boilerplate of one of its families. O(log fingerprints). */
    boolean has(int doc, long fingerprint) {
        int place = familiesOf == null ? 0 : familiesOf.get(doc);
        return place > 0 && families.get(place - 1).has(fingerprint);
    }

    @Override
    public void close() {
        Releasables.close(memory, familiesOf);
    }

    /**
     * Sends the boilerplate fingerprints of sites to the shards of their documents. A request has about 1 MB, and at most as many documents
     * as one request to a shard may examine.
     */
    public static final class BoilerplateSender {

        private final ShardClients peers;
        private final Map<Integer, List<SiteFingerprints>> batches = new TreeMap<>();
        private long bytes;
        private long work;

        public BoilerplateSender(ShardClients peers) {
            this.peers = peers;
        }

        /** Adds the fingerprints of a site with documents on these shards; they are sent immediately or with later ones. */
        public void send(SiteFingerprints site, Collection<Integer> shards, long pages) throws IOException {
            if (site.fingerprints().length == 0) {
                return;
            }
            for (int shard : shards) {
                batches.computeIfAbsent(shard, ordinal -> new ArrayList<>()).add(site);
                bytes += site.bytes();
            }
            work += pages;
            if (bytes >= TermQuery.MAX_BYTES || work >= TermQuery.MAX_WORK) {
                flush();
            }
        }

        public void flush() throws IOException {
            peers.callEach(ShardMethod.BOILERPLATE, batches);
            batches.clear();
            bytes = 0;
            work = 0;
        }

        /** The boilerplate fingerprints of a site, ascending: fingerprints that its documents have only because of its boilerplate. */
        public record SiteFingerprints(String site, long[] fingerprints) implements Writeable {

            public SiteFingerprints(StreamInput in) throws IOException {
                this(in.readString(), in.readLongArray());
            }

            long bytes() {
                return 2L * site.length() + (long) Long.BYTES * fingerprints.length;
            }

            @Override
            public void writeTo(StreamOutput out) throws IOException {
                out.writeString(site);
                out.writeLongArray(fingerprints);
            }
        }
    }
}
