package org.ndd.partition.shard;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.IntArray;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;

/**
 * Boilerplate fingerprints of the documents of a shard: those that a document has from the template of its site alone. They do not generate
 * candidates. Filled before candidates are gathered, and only read then.
 *
 * <p>Memory on the request circuit breaker: 4 bytes a document where any site has such fingerprints, and 8 bytes a fingerprint of a site.
 */
final class TemplateFingerprints implements Releasable {

    private static final long SITE_BYTES = 24;

    private final int maxDoc;
    private final BigArrays bigArrays;
    private final List<long[]> bySite = new ArrayList<>();
    private long bytes;
    /** For each document the place of its site's fingerprints plus one; 0 for none. */
    private volatile IntArray siteOf;

    TemplateFingerprints(int maxDoc, BigArrays bigArrays) {
        this.maxDoc = maxDoc;
        this.bigArrays = bigArrays;
    }

    /**
     * Adds a site.
     *
     * @param docs its documents
     * @param fingerprints of its template, ascending
     */
    void add(int[] docs, long[] fingerprints) {
        IntArray sites = siteOf == null ? bigArrays.newIntArray(maxDoc, true) : siteOf;
        siteOf = sites;
        long more = SITE_BYTES + (long) Long.BYTES * fingerprints.length;
        breaker().addEstimateBytesAndMaybeBreak(more, "ndd template fingerprints");
        bytes += more;
        bySite.add(fingerprints);
        for (int doc : docs) {
            sites.set(doc, bySite.size());
        }
    }

    boolean isEmpty() {
        return siteOf == null;
    }

    /** Whether a fingerprint of a document belongs to the template of its site. O(log fingerprints). */
    boolean has(int doc, long fingerprint) {
        int site = siteOf == null ? 0 : siteOf.get(doc);
        return site > 0 && Arrays.binarySearch(bySite.get(site - 1), fingerprint) >= 0;
    }

    private CircuitBreaker breaker() {
        return bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST);
    }

    @Override
    public void close() {
        breaker().addWithoutBreaking(-bytes);
        bytes = 0;
        Releasables.close(siteOf);
    }
}
