package org.ndd.partition.wire;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.CheckedBiConsumer;
import org.elasticsearch.common.CheckedBiFunction;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.config.NddThreadPools;
import org.ndd.partition.shard.Bridge;
import org.ndd.partition.shard.DecidedDocs;
import org.ndd.partition.shard.DocList;
import org.ndd.partition.shard.Member;
import org.ndd.partition.shard.ShardService;
import org.ndd.partition.shard.SiteCounts;
import org.ndd.partition.shard.SiteFingerprints;
import org.ndd.partition.shard.StoredPage;
import org.ndd.partition.shard.TermBatch;
import org.ndd.partition.shard.TermDelivery;
import org.ndd.partition.shard.TermLookup;
import org.ndd.partition.shard.TermQuery;

/** A shard of the run on another node. Waits for each response; created for one task. */
public final class RemoteShard implements ShardService {

    static final RpcMethod<TermQuery, TermBatch> TERMS = method("[terms]", TermQuery::new, TermBatch::new);
    static final RpcMethod<TermLookup, TermBatch> LOOK_UP = method("[look_up]", TermLookup::new, TermBatch::new);
    static final RpcMethod<TermDelivery, EmptyReply> DELIVER = method("[deliver]", TermDelivery::new, EmptyReply::new);
    static final RpcMethod<Docs, DocList> LEADERS = method("[leaders]", Docs::new, DocList::new);
    static final RpcMethod<Docs, Items<StoredPage>> PAGES = method("[pages]", Docs::new, Items.reader(StoredPage::new));
    static final RpcMethod<Fingerprint, SiteCounts> SITES = method("[sites]", Fingerprint::new, SiteCounts::new);
    static final RpcMethod<Items<SiteFingerprints>, EmptyReply> BOILERPLATE =
            method("[boilerplate_fingerprints]", Items.reader(SiteFingerprints::new), EmptyReply::new);
    static final RpcMethod<EmptyReply, DecidedDocs> DECIDED =
            method("[decided]", in -> EmptyReply.INSTANCE, DecidedDocs::new);
    static final RpcMethod<Items<Bridge>, EmptyReply> BRIDGES =
            method("[bridges]", Items.reader(Bridge::new), EmptyReply::new);
    static final RpcMethod<Items<Member>, EmptyReply> MEMBERS =
            method("[members]", Items.reader(Member::new), EmptyReply::new);
    static final RpcMethod<Listed, EmptyReply> LISTED = method("[listed]", Listed::new, EmptyReply::new);

    private final RunMessenger messenger;
    private final DiscoveryNode node;
    private final RpcTarget address;
    private final OriginalIndices indices;
    private final CancellableTask task;
    private final Runnable ensureActive;

    /** @param ensureActive throws if responses are not needed any more */
    public RemoteShard(
            RunMessenger messenger,
            DiscoveryNode node,
            RpcTarget address,
            OriginalIndices indices,
            CancellableTask task,
            Runnable ensureActive) {
        this.messenger = messenger;
        this.node = node;
        this.address = address;
        this.indices = indices;
        this.task = task;
        this.ensureActive = ensureActive;
    }

    /**
     * Finds the shard that a request is for, among those of the receiving node, and keeps it open until the response is complete.
     */
    public interface Shards {

        <A> A useShard(RpcTarget address, CheckedFunction<ShardService, A, Exception> request) throws Exception;
    }

    /** Registers the handlers on this node for the requests that {@link RemoteShard} sends from other nodes. */
    public static void register(RunMessenger messenger, Shards shards) {
        answer(messenger, shards, TERMS, ShardService::terms);
        answer(messenger, shards, LOOK_UP, ShardService::lookUp);
        answer(messenger, shards, LEADERS, (shard, docs) -> shard.leaders(docs.docs()));
        answer(messenger, shards, PAGES, (shard, docs) -> new Items<>(shard.pages(docs.docs(), docs.maxChars())));
        answer(messenger, shards, SITES, (shard, fingerprint) -> shard.sites(fingerprint.term()));
        answer(messenger, shards, DECIDED, (shard, nothing) -> shard.decided());
        take(messenger, shards, DELIVER, ShardService::deliver);
        take(messenger, shards, BOILERPLATE, (shard, boilerplate) -> shard.addBoilerplate(boilerplate.items()));
        take(messenger, shards, BRIDGES, (shard, bridges) -> shard.addBridges(bridges.items()));
        take(messenger, shards, MEMBERS, (shard, members) -> shard.addMembers(members.items()));
        take(messenger, shards, LISTED, (shard, listed) -> shard.addListed(listed.list(), listed.docs()));
    }

    private static <Q extends Writeable, A extends Writeable> void answer(
            RunMessenger messenger,
            Shards shards,
            RpcMethod<Q, A> kind,
            CheckedBiFunction<ShardService, Q, A, IOException> answer) {
        messenger.register(
                kind, (address, request, task) -> shards.useShard(address, shard -> answer.apply(shard, request)));
    }

    private static <Q extends Writeable> void take(
            RunMessenger messenger,
            Shards shards,
            RpcMethod<Q, EmptyReply> kind,
            CheckedBiConsumer<ShardService, Q, IOException> taker) {
        answer(messenger, shards, kind, (shard, message) -> {
            taker.accept(shard, message);
            return EmptyReply.INSTANCE;
        });
    }

    @Override
    public TermBatch terms(TermQuery query) {
        return send(TERMS, query);
    }

    @Override
    public TermBatch lookUp(TermLookup lookup) {
        return send(LOOK_UP, lookup);
    }

    @Override
    public void deliver(TermDelivery delivery) {
        send(DELIVER, delivery);
    }

    @Override
    public DocList leaders(int[] docs) {
        return send(LEADERS, new Docs(docs, 0));
    }

    @Override
    public List<StoredPage> pages(int[] docs, int maxChars) {
        return send(PAGES, new Docs(docs, maxChars)).items();
    }

    @Override
    public SiteCounts sites(BytesRef fingerprint) {
        return send(SITES, new Fingerprint(fingerprint));
    }

    @Override
    public void addBoilerplate(List<SiteFingerprints> sites) {
        send(BOILERPLATE, new Items<>(sites));
    }

    @Override
    public DecidedDocs decided() {
        return send(DECIDED, EmptyReply.INSTANCE);
    }

    @Override
    public void addBridges(List<Bridge> bridges) {
        send(BRIDGES, new Items<>(bridges));
    }

    @Override
    public void addMembers(List<Member> members) {
        send(MEMBERS, new Items<>(members));
    }

    @Override
    public void addListed(int list, int[] docs) {
        send(LISTED, new Listed(list, docs));
    }

    private <Q extends Writeable, A extends Writeable> A send(RpcMethod<Q, A> method, Q content) {
        return messenger.sendAndWait(node, method, new RunRequest<>(address, indices, content), task, ensureActive);
    }

    private static <Q extends Writeable, A extends Writeable> RpcMethod<Q, A> method(
            String suffix, Writeable.Reader<Q> request, Writeable.Reader<A> response) {
        return new RpcMethod<>(suffix, NddThreadPools.READ, request, response);
    }

    record Docs(int[] docs, int maxChars) implements Writeable {

        Docs(StreamInput in) throws IOException {
            this(in.readVIntArray(), in.readVInt());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVIntArray(docs);
            out.writeVInt(maxChars);
        }
    }

    record Listed(int list, int[] docs) implements Writeable {

        Listed(StreamInput in) throws IOException {
            this(in.readVInt(), in.readVIntArray());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVInt(list);
            out.writeVIntArray(docs);
        }
    }

    record Fingerprint(BytesRef term) implements Writeable {

        Fingerprint(StreamInput in) throws IOException {
            this(in.readBytesRef());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeBytesRef(term);
        }
    }

    record Items<T extends Writeable>(List<T> items) implements Writeable {

        static <T extends Writeable> Writeable.Reader<Items<T>> reader(Writeable.Reader<T> item) {
            return in -> new Items<>(in.readCollectionAsList(item));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeCollection(items);
        }
    }
}
