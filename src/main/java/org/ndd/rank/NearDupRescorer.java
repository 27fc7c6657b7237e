package org.ndd.rank;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.elasticsearch.common.CheckedIntFunction;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.search.rescore.RescoreContext;
import org.elasticsearch.search.rescore.Rescorer;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.DecidedBy;
import org.ndd.decisions.KnownDecisions;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.ContributionFormat;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.PageRequest.PageKeys;
import org.ndd.pair.PairJudge;
import org.ndd.pair.SegmentPages.ShardPages;
import org.ndd.rank.Grouping.WindowGroups;
import org.ndd.rank.WindowComparison.WindowJudge;

/**
 * Demotes near-duplicates among the best hits of a shard. Reads the window twice. The first pass finds hits that may be near-duplicates,
 * and keeps no text. The second pass reads only the texts of these hits.
 */
final class NearDupRescorer implements Rescorer {

    static final NearDupRescorer INSTANCE = new NearDupRescorer();

    private NearDupRescorer() {}

    @Override
    public TopDocs rescore(TopDocs hits, IndexSearcher searcher, RescoreContext rescoring) throws IOException {
        Context context = (Context) rescoring;
        ScoreDoc[] window = Arrays.copyOf(hits.scoreDocs, Math.min(hits.scoreDocs.length, context.getWindowSize()));
        Map<DocumentName, Integer> names = new HashMap<>();
        List<PageKeys> keys = keys(window, names, searcher, context);
        WindowGroups groups = groups(keys, window, searcher, context);
        int[] leaders = names.isEmpty()
                ? groups.leaders()
                : groups.decide(names, context.rules().decisions()).leaders();
        BitSet demoted = new BitSet();
        for (int i = 0; i < window.length; i++) {
            demoted.set(i, leaders[i] != i);
        }
        context.storeResult(window, leaders, demoted);
        Demotion.apply(hits.scoreDocs, demoted);
        return hits;
    }

    /** @param names receives the positions of the hits by their names, if there are decisions */
    private static List<PageKeys> keys(
            ScoreDoc[] window, Map<DocumentName, Integer> names, IndexSearcher searcher, Context context)
            throws IOException {
        boolean decided = context.rules().decisions().all().isEmpty() == false;
        PageKeys[] keys = new PageKeys[window.length];
        CheckedIntFunction<MustAgreeKeys, IOException> mustAgreeReader = context.rules()
                .mustAgreeFields()
                .reader(searcher.getIndexReader().leaves());
        context.rules().pages(searcher.getIndexReader().leaves()).visit(docs(window), (i, page) -> {
            context.checkCancellation();
            keys[i] = page == null ? null : PageKeys.of(page, mustAgreeReader.apply(window[i].doc));
            if (decided && page != null) {
                names.put(name(page), i);
            }
        });
        return Arrays.asList(keys);
    }

    private static DocumentName name(ComparablePage page) {
        return new DocumentName(page.place().index(), page.id());
    }

    private static WindowGroups groups(List<PageKeys> keys, ScoreDoc[] window, IndexSearcher searcher, Context context)
            throws IOException {
        WindowComparison comparison = new WindowComparison(keys, WindowComparison.MAX_CHARS);
        String versions = PageKeys.versionWarning(keys);
        if (versions != null) {
            HeaderWarning.addWarning(versions);
        }
        long bytes = comparison.bytes() + context.rules().decisions().ramBytes();
        context.rules().breaker().addEstimateBytesAndMaybeBreak(bytes, "near_dup texts");
        try {
            ComparablePage[] pages = new ComparablePage[window.length];
            int[] positions = comparison.texts().stream().toArray();
            ScoreDoc[] required =
                    Arrays.stream(positions).mapToObj(place -> window[place]).toArray(ScoreDoc[]::new);
            List<ComparablePage> complete = pages(docs(required), searcher, context);
            for (int i = 0; i < positions.length; i++) {
                pages[positions[i]] =
                        complete.get(i).withFingerprints(keys.get(positions[i]).fingerprints());
            }
            return comparison.run(
                    new WindowJudge(context.rules().judge(), hit -> pages[hit], context::checkCancellation));
        } finally {
            context.rules().breaker().addWithoutBreaking(-bytes);
        }
    }

    private static List<ComparablePage> pages(int[] docs, IndexSearcher searcher, Context context) throws IOException {
        ComparablePage[] pages = new ComparablePage[docs.length];
        context.rules().pages(searcher.getIndexReader().leaves()).visit(docs, (i, page) -> {
            context.checkCancellation();
            pages[i] = page.withBoilerplate(context.rules().boilerplate());
        });
        return new ArrayList<>(Arrays.asList(pages));
    }

    private static int[] docs(ScoreDoc[] hits) {
        return Arrays.stream(hits).mapToInt(hit -> hit.doc).toArray();
    }

    @Override
    public Explanation explain(int doc, IndexSearcher searcher, RescoreContext rescoring, Explanation score)
            throws IOException {
        Context context = (Context) rescoring;
        if (context.isRescored(doc) == false || score == null || score.isMatch() == false) {
            return score;
        }
        List<Integer> docs = new ArrayList<>(context.leaders());
        docs.add(doc);
        List<ComparablePage> pages =
                pages(docs.stream().mapToInt(Integer::intValue).toArray(), searcher, context);
        ComparablePage demoted = pages.remove(pages.size() - 1);
        CheckedIntFunction<MustAgreeKeys, IOException> mustAgreeReader = context.rules()
                .mustAgreeFields()
                .reader(searcher.getIndexReader().leaves());
        KnownDecisions decisions = context.rules().decisions();
        Set<DocumentName> duplicates = decisions.duplicatesOf(name(demoted));
        for (int i = 0; i < pages.size(); i++) {
            ComparablePage leader = pages.get(i);
            if (duplicates.contains(name(leader))) {
                DecidedBy decided = decisions.decidedBy(name(demoted));
                return demoted(score, leader, ": duplicates as decided by [" + decided.user() + "]");
            }
            if (mustAgreeReader.apply(docs.get(i)).disagreesWith(mustAgreeReader.apply(doc))
                    || decisions.areNotDuplicates(name(demoted), name(leader))) {
                continue;
            }
            Comparison comparison = context.rules().judge().judge(leader, demoted, context::checkCancellation);
            if (context.rules().judge().accepts(comparison)) {
                return demoted(
                        score,
                        leader,
                        ": relation [" + comparison.relation().value() + "], reason ["
                                + comparison.reason().value() + "] at resemblance ["
                                + comparison.shared().resemblance() + "]",
                        ContributionFormat.explain(comparison));
            }
        }
        // a decision about other hits, or boilerplate that was learned again between the two phases of the search
        return demoted(score, null, "");
    }

    /** @param leader hit that represents the demoted one; null if unknown */
    private static Explanation demoted(
            Explanation score, ComparablePage leader, String reason, Explanation... details) {
        return Explanation.match(
                score.getValue().floatValue() * Demotion.FACTOR,
                "demoted for " + (leader == null ? "" : "[" + leader.id() + "], ") + "a better hit of this shard"
                        + reason + ", product of:",
                score,
                Explanation.match(Demotion.FACTOR, "factor of demoted hits", details));
    }

    /**
     * Moves hits behind all others. Multiplies the score of a demoted hit by {@link #FACTOR}, a power of two, so demoted hits keep their
     * order across all shards. No other hit has so low a score unless scores of one search differ by more than the factor. In that case the
     * score is reduced further, to the lowest score of the other hits.
     */
    static final class Demotion {

        static final float FACTOR = 0x1p-64f;

        private Demotion() {}

        /**
         * Demotes hits, in place.
         *
         * @param hits hits, sorted by score; on return sorted by the new score, hits with equal scores by document
         * @param demoted positions of the hits to demote
         */
        static void apply(ScoreDoc[] hits, BitSet demoted) {
            float lowest = Float.MAX_VALUE;
            Set<Integer> docs = new HashSet<>();
            for (int i = 0; i < hits.length; i++) {
                if (demoted.get(i)) {
                    docs.add(hits[i].doc);
                } else {
                    lowest = Math.min(lowest, hits[i].score);
                }
            }
            for (int i = demoted.nextSetBit(0); i >= 0; i = demoted.nextSetBit(i + 1)) {
                hits[i].score = Math.min(hits[i].score * FACTOR, lowest);
            }
            Arrays.sort(
                    hits,
                    Comparator.comparing((ScoreDoc hit) -> docs.contains(hit.doc))
                            .thenComparing(hit -> hit.score, Comparator.reverseOrder())
                            .thenComparingInt(hit -> hit.doc));
        }
    }

    /**
     * The state of one rescorer on one shard. The explanation of hits needs the result, and is built later, possibly by another request.
     * Elasticsearch passes on only the numbers of rescored documents. So these numbers contain the demoted hits and, as -1 - number, the
     * hits that represent them.
     */
    static final class Context extends RescoreContext {

        private final HitRules rules;

        /** @param window number of hits that are compared, 1 to {@link NearDupRescorerBuilder#MAX_WINDOW} */
        Context(int window, HitRules rules) {
            super(window, INSTANCE);
            this.rules = rules;
        }

        HitRules rules() {
            return rules;
        }

        void storeResult(ScoreDoc[] hits, int[] leaders, BitSet demoted) {
            Set<Integer> docs = new HashSet<>();
            for (int i = demoted.nextSetBit(0); i >= 0; i = demoted.nextSetBit(i + 1)) {
                docs.add(hits[i].doc);
                docs.add(-1 - hits[leaders[i]].doc);
            }
            setRescoredDocs(docs);
        }

        List<Integer> leaders() {
            return getRescoredDocs().stream()
                    .filter(doc -> doc < 0)
                    .map(doc -> -1 - doc)
                    .sorted()
                    .toList();
        }
    }

    /**
     * Determines whether one hit of a shard represents another.
     *
     * @param decisions decisions, which take precedence over texts
     * @param breaker circuit breaker that accounts for texts in memory
     */
    record HitRules(
            String index,
            DocumentFields fields,
            LoadedBoilerplate boilerplate,
            PairJudge judge,
            MustAgreeFields mustAgreeFields,
            KnownDecisions decisions,
            CircuitBreaker breaker) {

        ShardPages pages(List<LeafReaderContext> leaves) {
            return new ShardPages(leaves, index, fields);
        }
    }
}
