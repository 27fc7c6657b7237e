package org.ndd.partition.shard;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.CheckedBiConsumer;
import org.elasticsearch.common.CheckedBiFunction;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.partition.shard.BoilerplateSender.SiteFingerprints;

/**
 * A request that nodes may send to a shard that takes part in a run, on any node. All requests are short and never wait for another node.
 *
 * @param suffix follows the name of the partition action, such as {@code [terms]}
 * @param request format of the request
 * @param response format of the response
 * @param handler responds to the request
 */
public record ShardMethod<Q, A>(
        String suffix,
        WireFormat<Q> request,
        WireFormat<A> response,
        CheckedBiFunction<ShardRun, Q, A, IOException> handler) {

    /** The next terms of a field, or those of some terms that the shard has, with the documents that take part. */
    public static final ShardMethod<TermQuery, TermBatch> TERMS =
            new ShardMethod<>("[terms]", WireFormat.of(TermQuery::new), WireFormat.of(TermBatch::new), ShardRun::terms);

    /** Takes the results of merging about terms of this shard. */
    public static final ShardMethod<TermDelivery, Void> DELIVER =
            taking("[deliver]", WireFormat.of(TermDelivery::new), ShardRun::deliver);

    /**
     * The leaders of documents of this shard, which are Lucene document numbers in any order. The response has a row for each, in the same
     * order: the document itself if it leads, {@link DocRef#NONE} if it is not decided yet.
     */
    public static final ShardMethod<int[], DocList> LEADERS = new ShardMethod<>(
            "[leaders]",
            new WireFormat<>(StreamInput::readVIntArray, StreamOutput::writeVIntArray),
            WireFormat.of(DocList::new),
            ShardRun::leaders);

    /** The texts of documents: of the first requested one, and of as many more as fit into about 4 MB. */
    public static final ShardMethod<PageRequest, List<StoredPage>> PAGES = new ShardMethod<>(
            "[pages]", WireFormat.of(PageRequest::new), WireFormat.listOf(StoredPage::new), ShardRun::pages);

    /**
     * Number of documents of each site in this shard that have a fingerprint: requested for frequent fingerprints only. Documents without a
     * site do not count.
     */
    public static final ShardMethod<BytesRef, Map<String, Long>> SITES = new ShardMethod<>(
            "[sites]",
            new WireFormat<>(StreamInput::readBytesRef, StreamOutput::writeBytesRef),
            WireFormat.COUNTS,
            ShardRun::sites);

    /**
     * Takes the fingerprints of boilerplate of sites, under which documents of these sites do not count. Must precede the requests for
     * candidates.
     */
    public static final ShardMethod<List<SiteFingerprints>, Void> BOILERPLATE =
            taking("[boilerplate_fingerprints]", WireFormat.listOf(SiteFingerprints::new), ShardRun::addBoilerplate);

    /** The documents of this shard that people decided about, as they were found before the decisions changed leaders. */
    public static final ShardMethod<Void, DecidedDocs> DECIDED = new ShardMethod<>(
            "[decided]",
            WireFormat.NONE,
            WireFormat.of(DecidedDocs::new),
            (shard, nothing) -> shard.decisions().decidedDocs());

    /** Takes bridges between leaders, the second of which in rank order is a document of this shard. */
    public static final ShardMethod<List<Bridge>, Void> BRIDGES =
            taking("[bridges]", WireFormat.listOf(Bridge::new), ShardRun::addBridges);

    /** Takes members of groups that documents of this shard lead. */
    public static final ShardMethod<List<Member>, Void> MEMBERS =
            taking("[members]", WireFormat.listOf(Member::new), ShardRun::addMembers);

    /** Takes documents of this shard that are on a list. */
    public static final ShardMethod<Listed, Void> LISTED =
            taking("[listed]", WireFormat.of(Listed::new), ShardRun::addListed);

    public static final List<ShardMethod<?, ?>> ALL =
            List.of(TERMS, DELIVER, LEADERS, PAGES, SITES, BOILERPLATE, DECIDED, BRIDGES, MEMBERS, LISTED);

    private static <Q> ShardMethod<Q, Void> taking(
            String suffix, WireFormat<Q> request, CheckedBiConsumer<ShardRun, Q, IOException> taker) {
        return new ShardMethod<>(suffix, request, WireFormat.NONE, (shard, content) -> {
            taker.accept(shard, content);
            return null;
        });
    }

    /** The format of a request or a response on the wire. */
    public record WireFormat<T>(Writeable.Reader<T> reader, Writeable.Writer<T> writer) {

        /** Without content. */
        public static final WireFormat<Void> NONE = new WireFormat<>(in -> null, (out, nothing) -> {});

        /** Numbers by name. */
        public static final WireFormat<Map<String, Long>> COUNTS = new WireFormat<>(
                in -> in.readMap(StreamInput::readVLong),
                (out, counts) -> out.writeMap(counts, StreamOutput::writeVLong));

        public static <T extends Writeable> WireFormat<T> of(Writeable.Reader<T> reader) {
            return new WireFormat<>(reader, StreamOutput::writeWriteable);
        }

        static <T extends Writeable> WireFormat<List<T>> listOf(Writeable.Reader<T> item) {
            return new WireFormat<>(in -> in.readCollectionAsList(item), StreamOutput::writeCollection);
        }
    }

    /**
     * A request for texts.
     *
     * @param docs Lucene document numbers, ascending
     * @param maxChars longer texts are cut to this many code units
     */
    public record PageRequest(int[] docs, int maxChars) implements Writeable {

        PageRequest(StreamInput in) throws IOException {
            this(in.readVIntArray(), in.readVInt());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVIntArray(docs);
            out.writeVInt(maxChars);
        }
    }

    /**
     * Documents that are on a list.
     *
     * @param list its number, see {@link PageLists}
     * @param docs Lucene document numbers, any order
     */
    public record Listed(int list, int[] docs) implements Writeable {

        Listed(StreamInput in) throws IOException {
            this(in.readVInt(), in.readVIntArray());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVInt(list);
            out.writeVIntArray(docs);
        }
    }
}
