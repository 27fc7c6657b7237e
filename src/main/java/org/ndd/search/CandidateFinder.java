package org.ndd.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Terms;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.StoredIds;

/** Finds the candidates of a query in the segments of a shard. Immutable and thread-safe. */
final class CandidateFinder {

    /** Minimum time between two checks for cancellation. */
    private static final long CHECK_NANOS = 1_000_000;

    private final NearDupQuery query;
    private final IndexReader reader;
    private final List<ComparablePage> like;
    private final CandidateTerms terms;
    private final List<String> excludedIds;

    /** @param boilerplate {@code null} if candidates are not verified */
    CandidateFinder(NearDupQuery query, LoadedBoilerplate boilerplate, IndexReader reader) throws IOException {
        this.query = query;
        this.reader = reader;
        this.like = boilerplate == null
                ? query.like()
                : query.like().stream()
                        .map(page -> page.withBoilerplate(boilerplate))
                        .toList();
        this.terms = new CandidateTerms(
                reader,
                query.shard().fields().fingerprints(),
                query.shard().fields().digest(),
                like.stream()
                        .map(page -> new CandidateTerms.Probe(page.ownFingerprints(), page.digest()))
                        .toList(),
                query.options().minimumShared(),
                reader.leaves().isEmpty()
                        ? () -> {}
                        : cancellation(reader.leaves().get(0).reader()));
        this.excludedIds = query.options().includeSelf()
                ? List.of()
                : query.like().stream()
                        .filter(page -> page.id() != null
                                && Objects.equals(
                                        page.place().index(), query.shard().index()))
                        .map(ComparablePage::id)
                        .toList();
    }

    IndexReader reader() {
        return reader;
    }

    /** Returns the pages, with the boilerplate that is excluded from comparisons. */
    List<ComparablePage> like() {
        return like;
    }

    /** Returns the number of fingerprints that too many documents have, and that are not used for all pages that have them. */
    int tooCommon() {
        return terms.tooCommon();
    }

    /**
     * Returns an iterator over the candidates of a segment; null if there are none. It omits excluded documents and those that {@code
     * must_agree} keeps apart from the pages.
     */
    CandidateWalk walk(LeafReaderContext leaf) throws IOException {
        Set<Integer> excluded = excludedDocs(leaf.reader());
        MustAgreeFields.Segment mustAgree = query.shard().mustAgreeFields().in(leaf);
        SortedSetDocValues versions = query.shard().mixed()
                ? DocValues.getSortedSet(leaf.reader(), query.shard().fields().version())
                : null;
        return terms.walk(
                leaf.reader(),
                doc -> excluded.contains(doc) ? 0 : agreeingPages(doc, mustAgree) & pagesOfVersion(doc, versions),
                cancellation(leaf.reader()),
                () -> query.warn(
                        "[near_dup] did not examine all documents that have the fingerprints of a [like] document: too many have them"));
    }

    /** Returns the bits of the pages that agree with a document in all fields of {@code must_agree}. */
    private long agreeingPages(int doc, MustAgreeFields.Segment mustAgree) throws IOException {
        MustAgreeKeys keys = mustAgree.keys(doc);
        long pages = 0;
        for (int i = 0; i < like.size(); i++) {
            pages |= keys.disagreesWith(like.get(i).mustAgreeKeys()) ? 0 : 1L << i;
        }
        return pages;
    }

    /**
     * Returns the bits of the pages whose fingerprints have the same version as those of a document; all bits if there is only one version.
     */
    private long pagesOfVersion(int doc, SortedSetDocValues versions) throws IOException {
        if (versions == null) {
            return -1;
        }
        if (versions.advanceExact(doc) == false) {
            return 0;
        }
        String version = versions.lookupOrd(versions.nextOrd()).utf8ToString();
        long pages = 0;
        for (int i = 0; i < like.size(); i++) {
            pages |= like.get(i).version().equals(version) ? 1L << i : 0;
        }
        return pages;
    }

    /**
     * Returns a check that throws if the search was cancelled or its timeout has elapsed. It does nothing in a segment without
     * fingerprints. Elasticsearch offers this check to queries only through the readers of a search. The readers check at the start of each
     * read of terms, and throw the exception that ends the search. A read takes about a microsecond, so there is at most one per
     * millisecond. Used by one thread.
     */
    Runnable cancellation(LeafReader leaf) throws IOException {
        Terms terms = leaf.terms(query.shard().fields().fingerprints());
        long[] next = {System.nanoTime()};
        return () -> {
            try {
                if (terms != null && System.nanoTime() - next[0] >= 0) {
                    next[0] = System.nanoTime() + CHECK_NANOS;
                    terms.iterator();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private Set<Integer> excludedDocs(LeafReader leaf) throws IOException {
        Set<Integer> docs = new HashSet<>();
        StoredIds.forEach(leaf, excludedIds, (id, doc) -> docs.add(doc));
        return docs;
    }
}
