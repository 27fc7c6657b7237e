package org.ndd.partition.node;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.lucene.search.Queries;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.core.CheckedSupplier;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.rest.RestStatus;
import org.ndd.bulk.CloseOnFailure;
import org.ndd.bulk.PeriodicCheck;
import org.ndd.compat.Calls;
import org.ndd.config.DocumentFields;
import org.ndd.config.ShardPosition;
import org.ndd.ingest.VisibleTerms;
import org.ndd.pair.CandidateReader;
import org.ndd.pair.CandidateReader.CanonicalFields;
import org.ndd.pair.MustAgreeFields;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.PartitionPlan.PlannedShard;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.PinnedShard;
import org.ndd.partition.shard.RankOrder;
import org.ndd.partition.shard.ShardRun;
import org.ndd.redirect.RedirectMapping;

/**
 * Pins a shard for a run: acquires a searcher with the rights of the user, and determines the documents of the run. Later writes do not
 * affect the run.
 */
final class ShardOpener {

    private final IndicesService indices;
    private final BigArrays bigArrays;

    ShardOpener(IndicesService indices, BigArrays bigArrays) {
        this.indices = indices;
        this.bigArrays = bigArrays;
    }

    ShardRun open(PartitionPlan plan, int ordinal, StepCounts counts, Runnable ensureNotCancelled) throws IOException {
        PlannedShard planned = plan.shards().get(ordinal);
        PartitionOptions options = plan.options();
        IndexService index = indices.indexServiceSafe(planned.shard().getIndex());
        IndexShard indexShard = index.getShard(planned.shard().id());
        wakeUp(indexShard, ensureNotCancelled);
        ShardPosition pinnedAt = pinnedAt(planned, indexShard);
        // documents up to that operation are visible on any copy; the query excludes later ones
        indexShard.refresh("ndd_partition");
        Engine.Searcher searcher = indexShard.acquireSearcher("ndd_partition");
        try (CloseOnFailure opened = new CloseOnFailure(searcher)) {
            SearchExecutionContext context =
                    Calls.context(index, planned.shard().id(), ordinal, searcher, System::currentTimeMillis);
            PeriodicCheck check = new PeriodicCheck(ensureNotCancelled);
            CheckedSupplier<FixedBitSet, IOException> finder = () -> {
                Query seen = and(query(context, planned, plan), upToSeqNo(pinnedAt.seqNo()), Occur.FILTER);
                Query other = otherVersionQuery(context, plan.version(), new DocumentFields(options.field()));
                counts.add(Count.OTHER_VERSION, searcher.count(and(seen, other, Occur.FILTER)));
                return participants(searcher, and(seen, other, Occur.MUST_NOT), check);
            };
            PinnedShard pinned = new PinnedShard(
                    new PinnedShard.Pin(ordinal, searcher.getIndexReader(), pinnedAt, searcher),
                    new PinnedShard.Fields(
                            options.field(),
                            new CandidateReader(
                                    searcher.getIndexReader(),
                                    new DocumentFields(options.field()),
                                    CanonicalFields.of(options.grouping().canonicals(), context)),
                            MustAgreeFields.of(options.grouping().mustAgree(), context)),
                    order(planned, options),
                    finder,
                    bigArrays,
                    ensureNotCancelled);
            opened.replace(pinned);
            pinned.sample(options.execution().sample());
            ShardRun shard = new ShardRun(pinned);
            opened.replace(shard);
            count(context, pinned, new DocumentFields(options.field()), counts, check);
            opened.release();
            return shard;
        }
    }

    /**
     * Returns the last operation that the run sees.
     *
     * @throws ElasticsearchStatusException 409 if earlier attempts of the run read another history. The same documents cannot be found in
     *     this one, and stored decisions may be about other texts
     */
    private static ShardPosition pinnedAt(PlannedShard planned, IndexShard shard) {
        if (planned.pinnedAt() == null) {
            long complete = shard.getLastKnownGlobalCheckpoint();
            return new ShardPosition(shard.seqNoStats().getMaxSeqNo(), complete, shard.getHistoryUUID());
        }
        if (planned.pinnedAt().isInHistory(shard.getHistoryUUID()) == false) {
            throw new ElasticsearchStatusException(
                    shard.shardId() + " has another history than at the start of the run, for example because it was "
                            + "restored from a snapshot: start a new run",
                    RestStatus.CONFLICT);
        }
        return planned.pinnedAt();
    }

    private static RankOrder order(PlannedShard planned, PartitionOptions options) {
        if (planned.reference()) {
            return RankOrder.REFERENCE;
        }
        return options.grouping().candidates().isOfSets() ? RankOrder.FINGERPRINTS : RankOrder.HASH;
    }

    /**
     * Returns the versions of fingerprints on the shards that a plan assigns to this node, each with its number of documents of the source.
     *
     * @throws IllegalArgumentException if a shard's mapping lacks a field of the query, the canonical document rules, {@code must_agree} or
     *     the redirects
     */
    Map<String, Long> versions(PartitionPlan plan, String localNode, Runnable ensureNotCancelled) throws IOException {
        String field = new DocumentFields(plan.options().field()).version();
        Map<String, Long> versions = new TreeMap<>();
        for (PlannedShard planned : plan.shards()) {
            if (planned.node().equals(localNode)) {
                IndexService index = indices.indexServiceSafe(planned.shard().getIndex());
                IndexShard shard = index.getShard(planned.shard().id());
                // versions are read in the same state of the shard as by the run
                wakeUp(shard, ensureNotCancelled);
                shard.refresh("ndd_versions");
                try (Engine.Searcher searcher = shard.acquireSearcher("ndd_versions")) {
                    SearchExecutionContext context =
                            Calls.context(index, planned.shard().id(), 0, searcher, System::currentTimeMillis);
                    Query query = query(context, planned, plan);
                    CanonicalFields.of(plan.options().grouping().canonicals(), context);
                    MustAgreeFields.of(plan.options().grouping().mustAgree(), context);
                    RedirectMapping.check(plan.options().grouping().redirects(), context, planned.reference());
                    for (String version : planned.reference()
                            ? Set.<String>of()
                            : VisibleTerms.of(searcher.getIndexReader(), field)) {
                        versions.merge(
                                version,
                                (long) searcher.count(
                                        and(query, new TermQuery(new Term(field, version)), Occur.FILTER)),
                                Long::sum);
                    }
                }
            }
        }
        versions.values().removeIf(documents -> documents == 0);
        return versions;
    }

    private static Query and(Query query, Query other, Occur occur) {
        return new BooleanQuery.Builder()
                .add(query, Occur.FILTER)
                .add(other, occur)
                .build();
    }

    /** Excludes documents that were indexed after the start of the run, also if a copy is opened later. */
    private static Query upToSeqNo(long pinnedAt) {
        return NumericDocValuesField.newSlowRangeQuery(SeqNoFieldMapper.NAME, 0, pinnedAt);
    }

    /**
     * Matches documents with fingerprints of another version, which cannot be compared with those of the run. Documents that have a digest
     * have lost their version, for example by an update.
     */
    private static Query otherVersionQuery(SearchExecutionContext context, String version, DocumentFields target) {
        Query processed = new BooleanQuery.Builder()
                .add(existsQuery(context, target.version()), Occur.SHOULD)
                .add(existsQuery(context, target.digest()), Occur.SHOULD)
                .build();
        return version == null
                ? processed
                : and(processed, new TermQuery(new Term(target.version(), version)), Occur.MUST_NOT);
    }

    /**
     * Counts the operations on shards of this node that indexed, changed or deleted documents.
     *
     * @param known sequence number after which the operations of each shard count
     */
    long operationsAfter(Map<ShardId, Long> known) {
        long operations = 0;
        for (Map.Entry<ShardId, Long> shard : known.entrySet()) {
            long last = indices.indexServiceSafe(shard.getKey().getIndex())
                    .getShard(shard.getKey().id())
                    .seqNoStats()
                    .getMaxSeqNo();
            operations += Math.max(0, last - shard.getValue());
        }
        return operations;
    }

    /**
     * Refreshes a shard without recent searches, which does not refresh automatically, so that recently indexed documents are visible as in
     * a search.
     */
    private static void wakeUp(IndexShard shard, Runnable ensureNotCancelled) {
        BlockingRpc.<Boolean>awaitResponse(
                active -> shard.ensureShardSearchActive(active::onResponse), ensureNotCancelled);
    }

    private static Query query(SearchExecutionContext context, PlannedShard planned, PartitionPlan plan)
            throws IOException {
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        query.add(Queries.newNonNestedFilter(context.indexVersionCreated()), Occur.FILTER);
        QueryBuilder aliasFilter = planned.aliasFilter().getQueryBuilder();
        if (aliasFilter != null) {
            query.add(context.toQuery(aliasFilter).query(), Occur.FILTER);
        }
        if (plan.query() != null && planned.reference() == false) {
            query.add(context.toQuery(plan.query()).query(), Occur.FILTER);
        }
        return query.build();
    }

    private static FixedBitSet participants(IndexSearcher searcher, Query query, PeriodicCheck check)
            throws IOException {
        FixedBitSet participants =
                new FixedBitSet(Math.max(1, searcher.getIndexReader().maxDoc()));
        Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
        for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
            Scorer scorer = weight.scorer(leaf);
            if (scorer == null) {
                continue;
            }
            Bits live = leaf.reader().getLiveDocs();
            DocIdSetIterator docs = scorer.iterator();
            for (int doc = docs.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = docs.nextDoc()) {
                check.step();
                if (live == null || live.get(doc)) {
                    participants.set(leaf.docBase + doc);
                }
            }
        }
        return participants;
    }

    /** Counts documents whose duplicates cannot be found, so that they are reported. */
    private static void count(
            SearchExecutionContext context,
            PinnedShard shard,
            DocumentFields target,
            StepCounts counts,
            PeriodicCheck check)
            throws IOException {
        long documents = shard.documents();
        if (shard.isOfReference()) {
            counts.add(Count.REFERENCE_DOCUMENTS, documents);
            return;
        }
        Query processed = existsQuery(context, target.version());
        Query found = and(processed, existsQuery(context, target.fingerprints()), Occur.FILTER);
        long count = shard.count(participants(context.searcher(), processed, check));
        counts.add(Count.DOCUMENTS, documents);
        counts.add(Count.UNPROCESSED, documents - count);
        counts.add(Count.WITHOUT_FINGERPRINTS, count - shard.count(participants(context.searcher(), found, check)));
    }

    private static Query existsQuery(SearchExecutionContext context, String field) {
        MappedFieldType type = context.getFieldType(field);
        return type == null ? new MatchNoDocsQuery("no field [" + field + "]") : type.existsQuery(context);
    }
}
