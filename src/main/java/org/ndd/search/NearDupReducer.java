package org.ndd.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.search.aggregations.AggregationReduceContext;
import org.elasticsearch.search.aggregations.AggregatorReducer;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.InternalAggregations;
import org.elasticsearch.tasks.TaskCancelledException;
import org.ndd.config.DocumentName;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.core.group.FingerprintSketch;
import org.ndd.decisions.KnownDecisions;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.search.InternalNearDup.NearDupBucket;
import org.ndd.search.InternalNearDup.Sample;
import org.ndd.search.SetParameters.Verification;
import org.ndd.search.SketchedSet.SketchedDocuments;

/**
 * Merges the sets of all shards. Sets with the same text of the leader are merged immediately. Other similar sets are merged at the end,
 * when all have arrived, so the result does not depend on the order of arrival. The memory is limited: beyond {@value #MAX_SETS} sets the
 * smallest are dropped, which increases the reported error. Documents with decisions are not dropped.
 */
final class NearDupReducer implements AggregatorReducer {

    /** Maximum number of sets in memory before all shards have sent their sets. */
    static final int MAX_SETS = 2 * SetParameters.MAX_SIZE;

    private final InternalNearDup first;
    private final AggregationReduceContext context;
    private final Map<Text, List<NearDupBucket>> byText = new HashMap<>();
    private final SortedSet<String> versions = new TreeSet<>();
    private int sketchSize = FingerprintSketch.MAX_SIZE;
    private long documents;
    private long error;
    private long unverified;
    private long unprocessed;
    private final SortedSet<String> warnings = new TreeSet<>();
    private final Map<IndexedSite, SiteBoilerplate> boilerplate = new HashMap<>();

    /**
     * The text of a set's leader.
     *
     * @param decided the only document of the set, if it has a decision: it is not merged with other sets before the end
     */
    private record Text(BytesRef digest, DocumentName decided) {}

    /** Sets with the same leader's text. Their sub-aggregations are reduced once, with those of all sets that are merged into one. */
    private record EqualBuckets(List<NearDupBucket> buckets) implements SketchedDocuments {

        @Override
        public long[] sketch() {
            return buckets.get(0).sketch();
        }

        @Override
        public BytesRef digest() {
            return buckets.get(0).digest();
        }

        @Override
        public DocumentName decided() {
            return buckets.get(0).decided();
        }

        @Override
        public long docCount() {
            return buckets.stream().mapToLong(NearDupBucket::docCount).sum();
        }

        /** Returns one of the pages that were sent, independent of the order of arrival; null if none was sent. */
        ComparablePage page() {
            return buckets.stream()
                    .map(NearDupBucket::page)
                    .filter(Objects::nonNull)
                    .min(Comparator.comparing(
                                    (ComparablePage page) -> page.place().index())
                            .thenComparing(ComparablePage::id))
                    .orElse(null);
        }
    }

    NearDupReducer(InternalNearDup first, AggregationReduceContext context) {
        this.first = first;
        this.context = context;
    }

    @Override
    public void accept(InternalAggregation aggregation) {
        InternalNearDup other = (InternalNearDup) aggregation;
        Sample sample = other.sample();
        versions.addAll(sample.versions());
        sketchSize = Math.min(sketchSize, sample.sketchSize());
        documents += sample.documents();
        error += sample.error();
        unverified += sample.unverified();
        unprocessed += sample.unprocessed();
        warnings.addAll(sample.warnings());
        boilerplate.putAll(other.boilerplate());
        for (NearDupBucket bucket : other.getBuckets()) {
            byText.computeIfAbsent(new Text(bucket.digest(), bucket.decided()), text -> new ArrayList<>(1))
                    .add(bucket);
        }
    }

    @Override
    public InternalAggregation get() {
        List<EqualBuckets> equal = new ArrayList<>(byText.size());
        byText.values().forEach(buckets -> equal.add(new EqualBuckets(buckets)));
        if (context.isFinalReduce() == false) {
            return partial(equal);
        }
        if (versions.size() > 1) {
            HeaderWarning.addWarning(
                    "[near_dup] may miss sets of documents whose fingerprints are of different versions: "
                            + "POST /{index}/_ndd/backfill converts them to one version");
        }
        warnings.stream().limit(Sample.MAX_WARNINGS).forEach(HeaderWarning::addWarning);
        return finalResult(equal);
    }

    private InternalNearDup partial(List<EqualBuckets> equal) {
        equal.sort(Comparator.comparing((EqualBuckets one) -> one.decided() == null)
                .thenComparing(Comparator.comparingLong(EqualBuckets::docCount).reversed())
                .thenComparing(SketchedDocuments.ORDER));
        int most = MAX_SETS
                + (int) equal.stream().filter(one -> one.decided() != null).count();
        if (equal.size() > most) {
            error += equal.get(most).docCount();
        }
        return result(equal.stream()
                .limit(most)
                .map(one -> merge(one.buckets(), one.decided(), one.page()))
                .toList());
    }

    private InternalNearDup finalResult(List<EqualBuckets> equal) {
        SetParameters parameters = first.parameters();
        List<NearDupBucket> finalBuckets = new ArrayList<>();
        List<SketchedSet<EqualBuckets>> sets =
                SketchedSet.of(equal, sketchSize, parameters.fingerprintResemblance(), this::checkCancelled);
        if (parameters.verification() != null) {
            sets = verify(sets, parameters.verification());
        }
        if (context.builder() instanceof NearDupAggregationBuilder request) {
            sets = DecidedSets.of(sets, request.decisions().known());
        }
        boilerplate.clear();
        // documents that a shard did not compare may not be compared here either
        unverified = Math.min(unverified, documents);
        for (SketchedSet<EqualBuckets> set : sets) {
            if (finalBuckets.size() == parameters.size() || set.docCount() < parameters.minDocCount()) {
                break;
            }
            context.consumeBucketsAndMaybeBreak(1);
            finalBuckets.add(merge(
                    set.members().stream()
                            .flatMap(member -> member.buckets().stream())
                            .toList(),
                    null,
                    null));
        }
        return result(finalBuckets);
    }

    private List<SketchedSet<EqualBuckets>> verify(List<SketchedSet<EqualBuckets>> sets, Verification verification) {
        SetVerifier<EqualBuckets> verifier = new SetVerifier<>(
                verification,
                equal -> {
                    ComparablePage page = equal.page();
                    return page == null ? null : page.with(boilerplate.get(page.place()));
                },
                sketchSize,
                BreakerMemory.of(context.bigArrays()),
                this::checkCancelled);
        try {
            return verifier.verify(sets, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            unverified += verifier.unverified();
        }
    }

    private InternalNearDup result(List<NearDupBucket> buckets) {
        Sample sample = new Sample(
                versions,
                sketchSize,
                documents,
                error,
                unverified,
                unprocessed,
                warnings.stream().limit(Sample.MAX_WARNINGS).toList());
        return new InternalNearDup(
                first.getName(), first.parameters(), sample, buckets, Map.copyOf(boilerplate), first.getMetadata());
    }

    /** Merges several buckets without common documents into one, named after the first. */
    private NearDupBucket merge(List<NearDupBucket> buckets, DocumentName decided, ComparablePage page) {
        NearDupBucket named = buckets.get(0);
        long count = buckets.stream().mapToLong(NearDupBucket::docCount).sum();
        List<InternalAggregations> aggregations =
                buckets.stream().map(NearDupBucket::getAggregations).toList();
        InternalAggregations reduced = InternalAggregations.reduce(aggregations, context);
        return new NearDupBucket(named.digest(), named.sketch(), decided, count, reduced, page);
    }

    private void checkCancelled() {
        if (context.isCanceled().get()) {
            throw new TaskCancelledException("cancelled");
        }
    }

    /**
     * Changes sets so that they agree with decisions, by the rules of a run ({@link DecidedDocuments}). The order of the sets and of their
     * members is used as rank order. Each document with a decision is a separate member, so that it can move to another set. Documents that
     * did not match may connect others.
     */
    static final class DecidedSets {

        private DecidedSets() {}

        /**
         * @param sets sets, largest first
         * @return the changed sets, largest first
         */
        static <T extends SketchedDocuments> List<SketchedSet<T>> of(
                List<SketchedSet<T>> sets, KnownDecisions decisions) {
            List<T> members = new ArrayList<>();
            List<Integer> leaders = new ArrayList<>();
            Map<BytesRef, Integer> leadersOfTexts = new HashMap<>();
            Map<DocumentName, Integer> decided = new HashMap<>();
            for (SketchedSet<T> set : sets) {
                int first = members.size();
                for (T member : set.members()) {
                    if (member.decided() != null) {
                        decided.put(member.decided(), members.size());
                    }
                    // equal texts are in one set, even if they have no fingerprints or were not compared
                    Integer known = leadersOfTexts.putIfAbsent(member.digest(), first);
                    leaders.add(known == null ? first : known);
                    members.add(member);
                }
            }
            if (decided.isEmpty()) {
                return sets;
            }
            int[] byTexts = resolveRoots(leaders);
            DecidedDocuments documents = decisions.numbered(byTexts, decided);
            Map<Long, List<T>> bySet = new TreeMap<>();
            for (int member = 0; member < byTexts.length; member++) {
                long leader = documents.leader(documents.isDecided(member) ? member : byTexts[member]);
                bySet.computeIfAbsent(leader, set -> new ArrayList<>()).add(members.get(member));
            }
            return bySet.values().stream()
                    .map(SketchedSet::of)
                    .sorted(SketchedSet.largestFirst())
                    .toList();
        }

        /** Returns the leaders of leaders, because the first member of a set may have the text of a member of a larger set. */
        private static int[] resolveRoots(List<Integer> leaders) {
            int[] roots = new int[leaders.size()];
            for (int member = 0; member < roots.length; member++) {
                int leader = leaders.get(member);
                roots[member] = leader == member ? member : roots[leader];
            }
            return roots;
        }
    }
}
