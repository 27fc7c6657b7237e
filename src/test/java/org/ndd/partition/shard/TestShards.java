package org.ndd.partition.shard;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.MockBigArrays;
import org.elasticsearch.common.util.MockPageCacheRecycler;
import org.elasticsearch.core.IOUtils;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.index.mapper.Uid;
import org.elasticsearch.indices.breaker.NoneCircuitBreakerService;
import org.ndd.config.DocumentFields;
import org.ndd.config.ShardPosition;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.group.Rank;
import org.ndd.core.group.Verdict;
import org.ndd.ingest.TextCodec;
import org.ndd.pair.CandidateReader;
import org.ndd.pair.CandidateReader.CanonicalFields;
import org.ndd.pair.MustAgreeFields;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;
import org.ndd.partition.shard.ShardMethod.ShardClients;

/** Generated shards of several segments with deleted documents, and their literal contents. */
public final class TestShards implements AutoCloseable {

    /** Has no verdicts, because no earlier attempt stored any. */
    static final Grouper.VerdictCache NO_VERDICTS = new Grouper.VerdictCache() {
        @Override
        public void fetch(List<Member> pages) {}

        @Override
        public Verdict of(Grouper.Group group, Member page) {
            return null;
        }
    };

    /** The target field. */
    public static final String TARGET = "ndd";

    /**
     * An indexed document.
     *
     * @param site {@code null} for none
     * @param digest {@code null} for none
     */
    public record Page(String id, String text, String site, String digest, List<String> fingerprints) {}

    /** A document of a shard that takes part, and its reference. */
    public record DocLocation(Page page, long ref, Rank rank) {

        /** A row with only this document. */
        public DocRows row() {
            return TestRows.of(new RankedDoc(ref, rank));
        }
    }

    /** Clients of shards of this node. */
    public static ShardClients clients(IntFunction<ShardRun> shards) {
        return new ShardClients() {
            @Override
            public <Q, A> A call(int ordinal, ShardMethod<Q, A> method, Q request) throws IOException {
                return shards.apply(ordinal).call(method, request);
            }
        };
    }

    /** Clients of these shards. */
    public ShardClients clients() {
        return clients(shards::get);
    }

    private final List<Directory> directories = new ArrayList<>();
    private final List<ShardRun> shards = new ArrayList<>();
    private final List<DocLocation> placed = new ArrayList<>();
    private final BigArrays bigArrays;
    private Runnable check = () -> {};

    public TestShards() {
        this(bigArrays());
    }

    /** @param bigArrays arrays whose circuit breaker accounts the shards */
    public TestShards(BigArrays bigArrays) {
        this.bigArrays = bigArrays;
    }

    /** The cancellation check while a shard is opened. */
    public void check(Runnable whileOpened) {
        check = whileOpened;
    }

    /** Arrays that fail the test if they are not released. */
    public static BigArrays bigArrays() {
        return new MockBigArrays(new MockPageCacheRecycler(Settings.EMPTY), new NoneCircuitBreakerService());
    }

    /** Random documents, some of which share fingerprints and digests. */
    public static List<Page> randomPages(Random random, int count, int vocabulary) {
        List<Page> pages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            TreeSet<String> fingerprints = new TreeSet<>();
            for (int n = random.nextInt(12); n > 0; n--) {
                int hash = random.nextInt(1 + random.nextInt(vocabulary));
                fingerprints.add("p" + Character.toString('A' + hash % 26) + "-" + hash);
            }
            int digest = random.nextInt(count);
            pages.add(new Page(
                    "doc" + i,
                    "text " + digest,
                    random.nextInt(4) == 0 ? null : "site" + random.nextInt(5) + ".example",
                    random.nextInt(9) == 0 ? null : "digest" + digest,
                    List.copyOf(fingerprints)));
        }
        return pages;
    }

    /** Adds a shard of whose pages none is deleted and all take part. */
    public ShardRun add(Random random, List<Page> pages) throws IOException {
        return add(random, pages, page -> false, page -> true, RankOrder.HASH);
    }

    /**
     * Adds a shard.
     *
     * @param deleted documents that are indexed and then deleted
     * @param takesPart the remaining documents that take part
     */
    public ShardRun add(
            Random random, List<Page> pages, Predicate<Page> deleted, Predicate<Page> takesPart, RankOrder order)
            throws IOException {
        Directory directory = new ByteBuffersDirectory();
        directories.add(directory);
        IndexWriterConfig config = new IndexWriterConfig(new KeywordAnalyzer()).setMergePolicy(NoMergePolicy.INSTANCE);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (Page page : pages) {
                writer.addDocument(document(page));
                if (random.nextInt(10) == 0) {
                    writer.commit();
                }
            }
            for (Page page : pages) {
                if (deleted.test(page)) {
                    writer.deleteDocuments(new Term(IdFieldMapper.NAME, Uid.encodeId(page.id())));
                }
            }
        }
        DirectoryReader reader = DirectoryReader.open(directory);
        Map<String, Page> byId = new TreeMap<>();
        pages.forEach(page -> byId.put(page.id(), page));
        FixedBitSet participants = new FixedBitSet(Math.max(1, reader.maxDoc()));
        int ordinal = shards.size();
        for (LeafReaderContext leaf : reader.leaves()) {
            Bits live = leaf.reader().getLiveDocs();
            for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
                String id = leaf.reader().storedFields().document(doc).get("shown_id");
                if ((live == null || live.get(doc)) && takesPart.test(byId.get(id))) {
                    participants.set(leaf.docBase + doc);
                    placed.add(new DocLocation(byId.get(id), DocRef.of(ordinal, leaf.docBase + doc), Rank.of(id)));
                }
            }
        }
        boolean success = false;
        try {
            ShardRun shard = run(ordinal, reader, participants, order);
            shards.add(shard);
            success = true;
            return shard;
        } finally {
            if (success == false) {
                reader.close();
            }
        }
    }

    private ShardRun run(int ordinal, DirectoryReader reader, FixedBitSet participants, RankOrder order)
            throws IOException {
        PinnedShard pinned = new PinnedShard(
                new PinnedShard.Pin(
                        ordinal,
                        reader,
                        new ShardPosition(0, "history"),
                        () -> IOUtils.closeWhileHandlingException(reader)),
                new PinnedShard.Fields(
                        TARGET,
                        new CandidateReader(reader, new DocumentFields(TARGET), CanonicalFields.NONE),
                        MustAgreeFields.NONE),
                order,
                () -> participants,
                bigArrays,
                check);
        boolean success = false;
        try {
            ShardRun shard = new ShardRun(pinned);
            success = true;
            return shard;
        } finally {
            if (success == false) {
                pinned.close();
            }
        }
    }

    /** Distributes documents over shards, with deletions and documents that do not take part. */
    public static TestShards random(Random random, List<Page> pages, int count, RankOrder order) throws IOException {
        TestShards shards = new TestShards();
        List<List<Page>> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(new ArrayList<>());
        }
        pages.forEach(page -> parts.get(random.nextInt(count)).add(page));
        int deleted = RandomNumbers.randomIntBetween(random, 2, 9);
        // half of them deleted and the other half hidden would leave none
        int hidden = RandomNumbers.randomIntBetween(random, 3, 9);
        for (List<Page> part : parts) {
            shards.add(
                    random,
                    part,
                    page -> page.id().hashCode() % deleted == 0,
                    page -> page.id().hashCode() % hidden != 1,
                    order);
        }
        return shards;
    }

    private static Document document(Page page) {
        Document document = new Document();
        document.add(new StringField(IdFieldMapper.NAME, Uid.encodeId(page.id()), Field.Store.YES));
        document.add(new StringField("shown_id", page.id(), Field.Store.YES));
        document.add(new StoredField(SourceFieldMapper.NAME, new BytesRef("{\"id\":\"" + page.id() + "\"}")));
        document.add(new BinaryDocValuesField(TARGET + ".text", TextCodec.encode(page.text())));
        for (String family : BoilerplateFamilies.of(page.site())) {
            document.add(new StringField(TARGET + ".families", family, Field.Store.NO));
        }
        if (page.site() != null) {
            document.add(new StringField(TARGET + ".site", page.site(), Field.Store.NO));
            document.add(new SortedSetDocValuesField(TARGET + ".site", new BytesRef(page.site())));
        }
        if (page.digest() != null) {
            document.add(new StringField(TARGET + ".digest", page.digest(), Field.Store.NO));
        }
        for (String fingerprint : page.fingerprints()) {
            document.add(new StringField(TARGET + ".fingerprints", fingerprint, Field.Store.NO));
        }
        return document;
    }

    public List<ShardRun> shards() {
        return shards;
    }

    /** The documents that take part, of all shards. */
    public List<DocLocation> placed() {
        return placed;
    }

    @Override
    public void close() throws IOException {
        shards.forEach(ShardRun::close);
        IOUtils.close(directories);
    }
}
