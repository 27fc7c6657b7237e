package org.ndd.partition.shard;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.BytesRef;

/**
 * The requests that nodes may send to a shard that takes part in a run, on any node. All requests are short and never wait for another
 * node.
 */
public interface ShardService {

    /** The next terms of a field, with the documents that take part. */
    TermBatch terms(TermQuery query) throws IOException;

    /** Those of some terms that the shard has, with the documents that take part. */
    TermBatch lookUp(TermLookup lookup) throws IOException;

    /** Takes the results of merging about terms of this shard. */
    void deliver(TermDelivery delivery) throws IOException;

    /**
     * The leaders of documents of this shard.
     *
     * @param docs Lucene document numbers, any order
     * @return a row for each, in the same order: the document itself if it leads, {@link DocRef#NONE} if it is not decided yet
     */
    DocList leaders(int[] docs) throws IOException;

    /**
     * The texts of documents: of the first requested one, and of as many more as fit into about 4 MB.
     *
     * @param docs Lucene document numbers, ascending
     * @param maxChars longer texts are cut to this many code units
     */
    List<StoredPage> pages(int[] docs, int maxChars) throws IOException;

    /** The sites whose documents in this shard have a fingerprint: requested for frequent fingerprints only. */
    SiteCounts sites(BytesRef fingerprint) throws IOException;

    /**
     * Takes the fingerprints of boilerplate of sites, under which documents of these sites do not count. Must precede the requests for
     * candidates.
     */
    void addBoilerplate(List<SiteFingerprints> sites) throws IOException;

    /** The documents of this shard that people decided about, as they were found before the decisions changed leaders. */
    DecidedDocs decided() throws IOException;

    /** Takes bridges between leaders, the second of which in rank order is a document of this shard. */
    void addBridges(List<Bridge> bridges) throws IOException;

    /** Takes members of groups that documents of this shard lead. */
    void addMembers(List<Member> members) throws IOException;

    /**
     * Takes documents of this shard that are on a list.
     *
     * @param list its number, see {@link PageLists}
     * @param docs Lucene document numbers, any order
     */
    void addListed(int list, int[] docs) throws IOException;
}
