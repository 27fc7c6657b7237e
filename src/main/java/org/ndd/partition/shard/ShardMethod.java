package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.CheckedBiConsumer;
import org.elasticsearch.common.CheckedBiFunction;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.config.NddThreadPools;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.shard.BoilerplateFingerprints.BoilerplateSender.SiteFingerprints;
import org.ndd.partition.shard.LeaderMerger.Bridges.Bridge;
import org.ndd.partition.shard.TermDocs.TermBatch;
import org.ndd.partition.shard.TermDocs.TermDelivery;

/** A request that nodes may send to a shard of a run, on any node. All requests are short and never wait for another node. */
public record ShardMethod<Q, A>(RpcMethod<Q, A> rpc, CheckedBiFunction<ShardRun, Q, A, IOException> handler) {

    /** Returns the next terms of a field, or those of the given terms that the shard has, with the documents that take part. */
    public static final ShardMethod<TermQuery, TermBatch> TERMS =
            new ShardMethod<>("[terms]", WireFormat.of(TermQuery::new), WireFormat.of(TermBatch::new), ShardRun::terms);

    /** Receives the results of merging terms of this shard. */
    public static final ShardMethod<TermDelivery, Void> DELIVER =
            withoutResponse("[deliver]", WireFormat.of(TermDelivery::new), ShardRun::deliver);

    /**
     * Returns the leaders of documents of this shard, given by Lucene document numbers in any order. The response has a row for each, in
     * the same order: the document itself if it leads, {@link DocRef#NONE} if it is not decided yet.
     */
    public static final ShardMethod<int[], DocList> LEADERS = new ShardMethod<>(
            "[leaders]",
            new WireFormat<>(StreamInput::readVIntArray, StreamOutput::writeVIntArray),
            WireFormat.of(DocList::new),
            (shard, docs) -> shard.decisions().leaders().of(docs));

    /** Returns the texts of the first requested documents, at least one, up to about 4 MB. */
    public static final ShardMethod<TextRequest, List<StoredPage>> PAGES = new ShardMethod<>(
            "[pages]", WireFormat.of(TextRequest::new), WireFormat.listOf(StoredPage::new), ShardRun::pages);

    /**
     * Returns the number of documents of each site in this shard that have a fingerprint. Requested only for frequent fingerprints.
     * Documents without a site do not count.
     */
    public static final ShardMethod<BytesRef, Map<String, Long>> SITES = new ShardMethod<>(
            "[sites]",
            new WireFormat<>(StreamInput::readBytesRef, StreamOutput::writeBytesRef),
            WireFormat.COUNTS,
            ShardRun::sites);

    /**
     * Receives the fingerprints of boilerplate of sites, for which documents of these sites do not count. Must precede the requests for
     * candidates.
     */
    public static final ShardMethod<List<SiteFingerprints>, Void> BOILERPLATE = withoutResponse(
            "[boilerplate_fingerprints]", WireFormat.listOf(SiteFingerprints::new), ShardRun::addBoilerplate);

    /** Returns the documents of this shard in decisions of people, with their leaders before the decisions changed these. */
    public static final ShardMethod<Void, DecidedDocs> DECIDED = new ShardMethod<>(
            "[decided]",
            WireFormat.NONE,
            WireFormat.of(DecidedDocs::new),
            (shard, nothing) -> shard.decisions().decidedDocs());

    /** Receives bridges whose lower leader is a document of this shard. */
    public static final ShardMethod<List<Bridge>, Void> BRIDGES =
            withoutResponse("[bridges]", WireFormat.listOf(Bridge::new), ShardRun::addBridges);

    /** Receives members of groups that documents of this shard lead. */
    public static final ShardMethod<List<Member>, Void> MEMBERS =
            withoutResponse("[members]", WireFormat.listOf(Member::new), ShardRun::addMembers);

    public static final List<ShardMethod<?, ?>> ALL =
            List.of(TERMS, DELIVER, LEADERS, PAGES, SITES, BOILERPLATE, DECIDED, BRIDGES, MEMBERS);

    private ShardMethod(
            String suffix,
            WireFormat<Q> request,
            WireFormat<A> response,
            CheckedBiFunction<ShardRun, Q, A, IOException> handler) {
        this(new RpcMethod<>(suffix, NddThreadPools.READ, request, response), handler);
    }

    private static <Q> ShardMethod<Q, Void> withoutResponse(
            String suffix, WireFormat<Q> request, CheckedBiConsumer<ShardRun, Q, IOException> taker) {
        return new ShardMethod<>(suffix, request, WireFormat.NONE, (shard, content) -> {
            taker.accept(shard, content);
            return null;
        });
    }

    /** A kind of request, with a suffix of its action's name such as {@code [step]}, and the thread pool that handles it. */
    public record RpcMethod<Q, A>(String suffix, String executor, WireFormat<Q> request, WireFormat<A> response) {}

    public record WireFormat<T>(Writeable.Reader<T> reader, Writeable.Writer<T> writer) {

        public static final WireFormat<Void> NONE = new WireFormat<>(in -> null, (out, nothing) -> {});

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

    /** A request for texts of ascending Lucene document numbers, cut at a length in code units. */
    public record TextRequest(int[] docs, int maxChars) implements Writeable {

        TextRequest(StreamInput in) throws IOException {
            this(in.readVIntArray(), in.readVInt());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVIntArray(docs);
            out.writeVInt(maxChars);
        }
    }

    /**
     * The data of a document for comparisons.
     *
     * @param text canonical text; empty if the document has none or the user of the run may not see it
     * @param title as people read it; empty if the document has none
     * @param site its site, or {@code null}
     */
    public record StoredPage(String text, String title, String site) implements Writeable {

        public StoredPage(StreamInput in) throws IOException {
            this(in.readString(), in.readString(), in.readOptionalString());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(text);
            out.writeString(title);
            out.writeOptionalString(site);
        }
    }

    /** Provides access to the shards of a run, on this node or another one. */
    public interface ShardClients {

        <Q, A> A call(int ordinal, ShardMethod<Q, A> method, Q request) throws IOException;

        default <Q> void callEach(ShardMethod<Q, Void> method, Map<Integer, Q> byShard) throws IOException {
            for (Map.Entry<Integer, Q> part : byShard.entrySet()) {
                call(part.getKey(), method, part.getValue());
            }
        }

        /** Reads texts of ascending documents of one shard in as many requests as needed, cut at a length in code units. */
        default void readAll(long[] refs, int maxChars, BiConsumer<Long, StoredPage> sink) throws IOException {
            for (int start = 0; start < refs.length; ) {
                int[] rest = DocRef.docs(Arrays.copyOfRange(refs, start, refs.length));
                for (StoredPage page :
                        call(DocRef.shard(refs[0]), ShardMethod.PAGES, new TextRequest(rest, maxChars))) {
                    sink.accept(refs[start++], page);
                }
            }
        }
    }
}
