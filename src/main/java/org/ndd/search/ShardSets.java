package org.ndd.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.core.CheckedFunction;
import org.ndd.config.DocumentName;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.search.InternalNearDup.Sample;
import org.ndd.search.SketchedSet.SketchedDocuments;

/**
 * The sets that a shard sends for one owning bucket.
 *
 * @param sets the largest sets, and each document with a decision
 * @param pages pages of their leaders within the size limit; null for others, and if texts are not compared
 * @param boilerplate boilerplate of the sites of these pages
 * @param sample statistics about the documents from which the sets were made
 */
record ShardSets(
        List<SketchedSet<ShardText>> sets,
        List<ComparablePage> pages,
        Map<IndexedSite, SiteBoilerplate> boilerplate,
        Sample sample) {

    /**
     * Maximum size of leaders' texts and of the boilerplate of their sites that a shard sends for all owning buckets, in UTF-16 code units.
     * They are objects in a response that circuit breakers do not count.
     */
    static final int MAX_CHARS = 1 << 21;

    /** Makes the sets of all owning buckets of a request. The limits of work and of texts are divided among these. */
    static final class Maker {

        private final SetParameters parameters;
        private final Collection<String> versions;
        private final int sketchSize;
        private final CheckedFunction<ShardText, ComparablePage, IOException> pages;
        private final SetVerifier<ShardText> verifier;
        private final Runnable cancellationCheck;
        private long remainingChars = MAX_CHARS;

        /** @param pages pages to compare; {@code null} if texts are not compared */
        Maker(
                SetParameters parameters,
                Collection<String> versions,
                int sketchSize,
                CheckedFunction<ShardText, ComparablePage, IOException> pages,
                ComparisonMemory memory,
                Runnable cancellationCheck) {
            this.parameters = parameters;
            this.versions = versions;
            this.sketchSize = sketchSize;
            this.pages = pages;
            this.cancellationCheck = cancellationCheck;
            this.verifier = pages == null
                    ? null
                    : new SetVerifier<>(parameters.verification(), pages, sketchSize, memory, cancellationCheck);
        }

        /**
         * Makes the sets of the texts of one owning bucket.
         *
         * @param texts texts in any order; sorted by this method, without documents with decisions
         * @param unprocessed number of other documents, without any field that the processor writes
         * @param laterBuckets number of owning buckets whose sets are made afterwards
         */
        ShardSets make(List<ShardText> texts, long unprocessed, long laterBuckets) throws IOException {
            long documents = texts.stream().mapToLong(ShardText::docCount).sum();
            // the coordinating node applies decisions to the documents of all shards
            List<SketchedSet<ShardText>> decided = texts.stream()
                    .filter(text -> text.decided() != null)
                    .sorted(SketchedDocuments.ORDER)
                    .map(text -> SketchedSet.of(List.of(text)))
                    .toList();
            texts.removeIf(text -> text.decided() != null);
            List<SketchedSet<ShardText>> all =
                    SketchedSet.of(texts, sketchSize, parameters.fingerprintResemblance(), cancellationCheck);
            long unverified = 0;
            if (verifier != null) {
                all = verifier.verify(all, laterBuckets);
                unverified = verifier.unverified();
            }
            List<SketchedSet<ShardText>> sent =
                    new ArrayList<>(all.subList(0, Math.min(parameters.shardSize(), all.size())));
            long error = sent.size() < all.size() ? all.get(sent.size()).docCount() : 0;
            sent.addAll(decided);
            Sample sample = new Sample(versions, sketchSize, documents, error, unverified, unprocessed, List.of());
            Map<IndexedSite, SiteBoilerplate> boilerplate = new HashMap<>();
            long chars = remainingChars / (laterBuckets + 1);
            return new ShardSets(sent, leaders(sent, chars, boilerplate), boilerplate, sample);
        }

        /** Returns the pages to send. A text that does not fit halves the limit, so that few texts are read and not sent. */
        private List<ComparablePage> leaders(
                List<SketchedSet<ShardText>> sent, long chars, Map<IndexedSite, SiteBoilerplate> boilerplate)
                throws IOException {
            List<ComparablePage> leaders = new ArrayList<>(sent.size());
            long left = chars;
            for (SketchedSet<ShardText> set : sent) {
                ComparablePage page = pages == null || left == 0 ? null : pages.apply(set.leader());
                long length = page == null ? 0 : page.text().length() + newBoilerplate(page, boilerplate);
                boolean fits = page != null && length <= left;
                leaders.add(fits ? page.with(null) : null);
                if (fits) {
                    left -= length;
                    if (page.boilerplate() != null) {
                        boilerplate.put(page.place(), page.boilerplate());
                    }
                } else if (page != null) {
                    left /= 2;
                }
            }
            remainingChars -= chars - left;
            return leaders;
        }

        private static long newBoilerplate(ComparablePage page, Map<IndexedSite, SiteBoilerplate> sent) {
            boolean isNew = page.boilerplate() != null && sent.containsKey(page.place()) == false;
            return isNew ? page.boilerplate().ramBytes() / Character.BYTES : 0;
        }
    }

    /**
     * Documents of equal text on a shard.
     *
     * @param doc number of the first document within the shard
     * @param ord ordinal of these documents in the aggregator
     * @param digest digest of the text
     * @param sketch sketch of the text
     * @param decided the only document, if it has a decision; otherwise null
     * @param docCount number of documents
     */
    record ShardText(int doc, long ord, BytesRef digest, long[] sketch, DocumentName decided, long docCount)
            implements SketchedDocuments {

        /** Approximate memory of one text without its sketch, in bytes. */
        static final int BYTES = 160;
    }
}
