package org.ndd.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.elasticsearch.common.util.IntArray;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.search.aggregations.AggregationExecutionContext;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.AggregatorFactories;
import org.elasticsearch.search.aggregations.CardinalityUpperBound;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.InternalAggregations;
import org.elasticsearch.search.aggregations.LeafBucketCollector;
import org.elasticsearch.search.aggregations.LeafBucketCollectorBase;
import org.elasticsearch.search.aggregations.bucket.BestBucketsDeferringCollector;
import org.elasticsearch.search.aggregations.bucket.DeferableBucketAggregator;
import org.elasticsearch.search.aggregations.bucket.nested.NestedAggregator;
import org.elasticsearch.search.aggregations.bucket.terms.BytesKeyedBucketOrds;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.elasticsearch.tasks.TaskCancelledException;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.core.partition.SketchClustering;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.SegmentPages.ShardPages;
import org.ndd.pair.StoredIds;
import org.ndd.search.InternalNearDup.NearDupBucket;
import org.ndd.search.InternalNearDup.Sample;
import org.ndd.search.NearDupAggregationBuilder.NearDupAggregatorFactory;

/**
 * Collects and groups the documents of one shard. During collection, documents of equal text are counted together by their digests. At the
 * end, the sketch of each text is read, texts with similar sketches form a set, and the largest sets are sent. Every document is in one
 * set. Sub-aggregations are collected afterwards, and only for the sets that are sent.
 *
 * <p>Memory grows with the number of distinct matching texts: 200 to 700 bytes per text while sets are made, all counted by the request
 * breaker.
 */
final class NearDupAggregator extends DeferableBucketAggregator {

    private static final long NOT_SENT = -1;

    /** Approximate memory of a document with a decision, without its name, in bytes. */
    private static final long BYTES_PER_DECIDED = 80;

    private final DocumentFields fields;
    private final SetParameters parameters;
    private final LoadedBoilerplate boilerplate;
    private final List<String> warnings;
    private final BytesKeyedBucketOrds texts;
    /** The documents of the shard with decisions, by their numbers. */
    private final Map<Integer, DocumentName> decided;

    /** Versions of the collected documents, as many as a result contains. */
    private final Set<String> versions = new TreeSet<>();

    private IntArray docs;
    private LongArray unprocessed;

    NearDupAggregator(
            String name,
            AggregatorFactories factories,
            NearDupAggregatorFactory.SetRules rules,
            AggregationContext context,
            Aggregator parent,
            CardinalityUpperBound cardinality,
            Map<String, Object> metadata)
            throws IOException {
        super(name, factories, context, parent, metadata);
        this.fields = rules.fields();
        this.parameters = rules.parameters();
        this.boilerplate = rules.boilerplate();
        this.warnings = NearDupAggregatorFactory.warnings(fields, context);
        if (scoreMode().needsScores() && isNested(parent)) {
            throw new IllegalArgumentException("[near_dup] aggregation [" + name
                    + "] must not have sub-aggregations that need scores inside of [nested], but had some");
        }
        addRequestCircuitBreakerBytes(rules.decisions().ramBytes());
        this.decided = findDecided(rules.decisions().documents());
        this.texts = BytesKeyedBucketOrds.build(bigArrays(), cardinality);
        this.docs = bigArrays().newIntArray(1, false);
        this.unprocessed = bigArrays().newLongArray(1);
    }

    private Map<Integer, DocumentName> findDecided(Set<DocumentName> names) throws IOException {
        String index = context.getIndexSettings().getIndex().getName();
        List<String> ids = names.stream()
                .filter(name -> name.index().equals(index))
                .map(DocumentName::id)
                .toList();
        Map<Integer, DocumentName> found = new HashMap<>();
        for (LeafReaderContext leaf : searcher().getIndexReader().leaves()) {
            StoredIds.forEach(
                    leaf.reader(), ids, (id, doc) -> found.put(leaf.docBase + doc, new DocumentName(index, id)));
        }
        addRequestCircuitBreakerBytes(found.size() * BYTES_PER_DECIDED);
        return found;
    }

    private static boolean isNested(Aggregator parent) {
        for (Aggregator ancestor = parent; ancestor != null; ancestor = ancestor.parent()) {
            if (ancestor instanceof NestedAggregator) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected boolean shouldDefer(Aggregator aggregator) {
        return true;
    }

    @Override
    protected LeafBucketCollector getLeafCollector(AggregationExecutionContext leaf, LeafBucketCollector sub)
            throws IOException {
        SortedSetDocValues digests =
                DocValues.getSortedSet(leaf.getLeafReaderContext().reader(), fields.digest());
        SortedSetDocValues versionOf =
                DocValues.getSortedSet(leaf.getLeafReaderContext().reader(), fields.version());
        int docBase = leaf.getLeafReaderContext().docBase;
        return new LeafBucketCollectorBase(sub, digests) {
            private long knownVersion = -1;

            @Override
            public void collect(int doc, long owningOrd) throws IOException {
                if (digests.advanceExact(doc)) {
                    readVersion(doc);
                    long ord = texts.add(owningOrd, key(docBase + doc, digests.lookupOrd(digests.nextOrd())));
                    if (ord < 0) {
                        collectExistingBucket(sub, doc, -1 - ord);
                    } else {
                        docs = bigArrays().grow(docs, ord + 1);
                        docs.set(ord, docBase + doc);
                        collectBucket(sub, doc, ord);
                    }
                } else if (versionOf.advanceExact(doc) == false) {
                    unprocessed = bigArrays().grow(unprocessed, owningOrd + 1);
                    unprocessed.increment(owningOrd, 1);
                }
            }

            private void readVersion(int doc) throws IOException {
                if (versions.size() < Sample.MAX_VERSIONS && versionOf.advanceExact(doc)) {
                    long ord = versionOf.nextOrd();
                    if (ord != knownVersion) {
                        versions.add(versionOf.lookupOrd(ord).utf8ToString());
                        knownVersion = ord;
                    }
                }
            }
        };
    }

    /** Returns the digest of a document. For a document with a decision, returns a separate key that begins with the digest. */
    private BytesRef key(int doc, BytesRef digest) {
        if (decided.containsKey(doc) == false) {
            return digest;
        }
        BytesRefBuilder key = new BytesRefBuilder();
        key.append(digest);
        key.append(new BytesRef(" " + doc));
        return key.get();
    }

    private BytesRef digest(int doc, BytesRef key) {
        int suffix = decided.containsKey(doc) ? (" " + doc).length() : 0;
        return BytesRef.deepCopyOf(new BytesRef(key.bytes, key.offset, key.length - suffix));
    }

    @Override
    public InternalAggregation[] buildAggregations(LongArray owningOrds) throws IOException {
        long bytes = texts.size() * (TextSketches.bytesPerText(texts.size()) + 2 * Integer.BYTES);
        addRequestCircuitBreakerBytes(bytes);
        TextSketches sketches =
                new TextSketches(searcher().getIndexReader().leaves(), fields, documents(), this::checkCancelled);
        ShardSets.Maker maker = new ShardSets.Maker(
                parameters, versions, sketches.size(), pages(), BreakerMemory.of(bigArrays()), this::checkCancelled);
        List<InternalNearDup> sent = new ArrayList<>();
        long ords = 0;
        try (LongArray newOrds = bigArrays().newLongArray(texts.size(), false)) {
            newOrds.fill(0, newOrds.size(), NOT_SENT);
            for (long i = 0; i < owningOrds.size(); i++) {
                InternalNearDup sets =
                        sets(owningOrds.get(i), owningOrds.size() - 1 - i, sketches, maker, newOrds, ords);
                sent.add(sets);
                ords += sets.getBuckets().size();
            }
            rewriteBuckets(ords, newOrds::get);
            if (deferringCollector() instanceof BestBucketsDeferringCollector deferring) {
                deferring.rewriteBuckets(newOrds::get);
            }
        }
        addRequestCircuitBreakerBytes(-bytes);
        try (LongArray all = bigArrays().newLongArray(ords)) {
            for (long ord = 0; ord < ords; ord++) {
                all.set(ord, ord);
            }
            IntFunction<InternalAggregations> subs = buildSubAggsForBuckets(all);
            int[] next = {0};
            return buildAggregations(sent.size(), i -> with(sent.get(i), () -> subs.apply(next[0]++)));
        }
    }

    /** Returns the first document of each text, ascending. */
    private int[] documents() {
        return IntStream.range(0, Math.toIntExact(texts.size()))
                .map(docs::get)
                .sorted()
                .distinct()
                .toArray();
    }

    /** Returns the pages to compare; null if texts are not compared. */
    private CheckedFunction<ShardSets.ShardText, ComparablePage, IOException> pages() {
        if (parameters.verification() == null) {
            return null;
        }
        ShardPages pages = new ShardPages(
                searcher().getIndexReader().leaves(),
                context.getIndexSettings().getIndex().getName(),
                fields);
        return text -> {
            ComparablePage page = pages.page(text.doc());
            return page == null ? null : page.withBoilerplate(boilerplate);
        };
    }

    /** Makes the sets of one owning bucket, and assigns new ordinals to their texts, from the given one. */
    private InternalNearDup sets(
            long owningOrd,
            long laterBuckets,
            TextSketches sketches,
            ShardSets.Maker maker,
            LongArray newOrds,
            long firstOrd)
            throws IOException {
        long count = texts.bucketsInOrd(owningOrd);
        long bytes = count * ShardSets.ShardText.BYTES + SketchClustering.bytes(count, count * sketches.size());
        addRequestCircuitBreakerBytes(bytes);
        List<ShardSets.ShardText> all = new ArrayList<>();
        BytesRef key = new BytesRef();
        for (BytesKeyedBucketOrds.BucketOrdsEnum ords = texts.ordsEnum(owningOrd); ords.next(); ) {
            ords.readValue(key);
            int doc = docs.get(ords.ord());
            long docCount = bucketDocCount(ords.ord());
            all.add(new ShardSets.ShardText(
                    doc, ords.ord(), digest(doc, key), sketches.sketch(doc), decided.get(doc), docCount));
        }
        ShardSets shardSets =
                maker.make(all, owningOrd < unprocessed.size() ? unprocessed.get(owningOrd) : 0, laterBuckets);
        List<NearDupBucket> buckets = new ArrayList<>();
        for (SketchedSet<ShardSets.ShardText> set : shardSets.sets()) {
            checkRealMemoryCBForInternalBucket();
            for (ShardSets.ShardText text : set.members()) {
                newOrds.set(text.ord(), firstOrd + buckets.size());
            }
            buckets.add(new NearDupBucket(
                    set.leader().digest(),
                    set.leader().sketch(),
                    set.leader().decided(),
                    set.docCount(),
                    InternalAggregations.EMPTY,
                    shardSets.pages().get(buckets.size())));
        }
        addRequestCircuitBreakerBytes(-bytes);
        return new InternalNearDup(
                name,
                parameters,
                shardSets.sample().withWarnings(warnings),
                buckets,
                shardSets.boilerplate(),
                metadata());
    }

    private static InternalNearDup with(InternalNearDup sets, Supplier<InternalAggregations> subs) {
        return sets.create(sets.getBuckets().stream()
                .map(bucket -> bucket.with(bucket.docCount(), subs.get()))
                .toList());
    }

    private void checkCancelled() {
        if (context.isCancelled()) {
            throw new TaskCancelledException("cancelled");
        }
    }

    @Override
    public InternalAggregation buildEmptyAggregation() {
        return NearDupAggregatorFactory.empty(name, parameters, warnings, metadata());
    }

    @Override
    protected void doClose() {
        Releasables.close(texts, docs, unprocessed);
    }
}
