package org.ndd.partition.shard;

import java.io.IOException;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.ndd.core.fingerprint.FingerprintTerms;

/** Reads a shard's terms with the documents that count under them, in order of the terms. Safe for use by several threads. */
final class ShardTerms {

    private final IndexReader reader;
    private final String target;
    private final Ranks ranks;
    private final KeyRows keys;
    private final TemplateFingerprints templates;
    private final Counted counted;

    /** Which documents count under terms of a kind. */
    interface Counted {

        boolean counts(TermKind kind, int doc);
    }

    /**
     * @param reader the pinned reader
     * @param target field that the processor wrote, such as {@code ndd}
     * @param keys what keeps its documents apart
     * @param templates fingerprints under which documents do not count
     */
    ShardTerms(
            IndexReader reader,
            String target,
            Ranks ranks,
            KeyRows keys,
            TemplateFingerprints templates,
            Counted counted) {
        this.reader = reader;
        this.target = target;
        this.ranks = ranks;
        this.keys = keys;
        this.templates = templates;
        this.counted = counted;
    }

    /** Which documents count under a term: those that have a fingerprint from their site's template alone do not. */
    IntPredicate counted(TermKind kind, BytesRef term) {
        if (kind != TermKind.FINGERPRINT || templates.isEmpty()) {
            return doc -> counted.counts(kind, doc);
        }
        long fingerprint = FingerprintTerms.decode(term.bytes, term.offset, term.length);
        return doc -> counted.counts(kind, doc) && templates.has(doc, fingerprint) == false;
    }

    /** A cursor over the terms of a kind, or null where there are none. */
    TermsEnum iterator(TermKind kind) throws IOException {
        Terms terms = MultiTerms.getTerms(reader, kind.field(target));
        return terms == null ? null : terms.iterator();
    }

    /**
     * The next terms that are asked for, each with how many documents count and those of lowest rank. Looks at as many terms and postings
     * as the query allows, and at the rest of the last list.
     */
    TermPage page(TermQuery query) throws IOException {
        KeyRows asked = query.keyed() ? keys : KeyRows.NONE;
        TermPage page = new TermPage(asked.width());
        TermsEnum terms = iterator(query.kind());
        BytesRef term = terms == null ? null : seek(terms, query);
        LowestDocs lowest = query.kind() == TermKind.DIGEST && asked.width() > 0
                ? new LowestOfEachKey(ranks, asked, query.perTerm())
                : new LowestRanks(ranks, query.perTerm());
        PostingsEnum postings = null;
        long work = 0;
        while (term != null && StringHelper.startsWith(term, query.prefix())) {
            work++;
            if (query.wants(term)) {
                work += terms.docFreq();
                postings = terms.postings(postings, PostingsEnum.NONE);
                int frequency = collect(counted(query.kind(), term), postings, lowest);
                if (frequency > 0) {
                    lowest.sort();
                    page.add(term, frequency, lowest, asked);
                }
            }
            if (page.bytes() >= query.bytes() || work >= query.work()) {
                page.goOnAfter(term);
                return page;
            }
            term = terms.next();
        }
        return page;
    }

    private static BytesRef seek(TermsEnum terms, TermQuery query) throws IOException {
        BytesRef start = query.after() == null ? query.prefix() : query.after();
        if (terms.seekCeil(start) == TermsEnum.SeekStatus.END) {
            return null;
        }
        return query.after() != null && terms.term().bytesEquals(query.after()) ? terms.next() : terms.term();
    }

    private static int collect(IntPredicate counted, PostingsEnum postings, LowestDocs lowest) throws IOException {
        lowest.clear();
        int frequency = 0;
        for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
            if (counted.test(doc)) {
                frequency++;
                lowest.offer(doc);
            }
        }
        return frequency;
    }

    /** The documents that count under a term, ascending. */
    int[] documents(TermKind kind, BytesRef term) throws IOException {
        TermsEnum terms = iterator(kind);
        IntPredicate counts = counted(kind, term);
        IntStream.Builder docs = IntStream.builder();
        if (terms != null && terms.seekExact(term)) {
            PostingsEnum postings = terms.postings(null, PostingsEnum.NONE);
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                if (counts.test(doc)) {
                    docs.add(doc);
                }
            }
        }
        return docs.build().toArray();
    }
}
