package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * Sends the boilerplate fingerprints of sites to the shards of their documents. A request has about 1 MB, and at most as many documents as
 * one request to a shard may examine.
 */
public final class BoilerplateSender {

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
        for (Map.Entry<Integer, List<SiteFingerprints>> batch : batches.entrySet()) {
            peers.call(batch.getKey(), ShardMethod.BOILERPLATE, batch.getValue());
        }
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
