package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.IntArray;
import org.ndd.bulk.PeriodicCheck;
import org.ndd.core.group.Rank;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.PinnedShard.ShardDocs;

/**
 * The order of the documents of a run. Ranks are computed from the dictionary of ids, at millions of documents per second, not from stored
 * fields.
 */
public enum RankOrder {
    /** By a hash of the id: practically random, so that a decision depends on few others and decisions run in parallel. */
    HASH,
    /** As in the PKU report: documents with more fingerprints first, then by hash of the id. */
    FINGERPRINTS,
    /** For documents of a reference: by a hash of the id, above all documents that are not of the reference. */
    REFERENCE;

    private static final int COUNT_BITS = 16;

    /** Ranks the documents that take part; the check is executed once per document or term. */
    void rank(
            ShardDocs docs,
            IndexReader reader,
            String target,
            FixedBitSet participants,
            BigArrays bigArrays,
            PeriodicCheck check)
            throws IOException {
        PinnedShard.forEachId(reader, participants, check, (doc, id) -> {
            Rank rank = Rank.of(id);
            docs.rank(doc, this == REFERENCE ? rank.ofReference() : rank);
        });
        if (this == FINGERPRINTS) {
            putCountsFirst(docs, reader, TermKind.FINGERPRINT.field(target), participants, bigArrays, check);
        }
    }

    /** Returns the upper 32 bits of the hash of a document's id, as an unsigned number, which determines the sample in all orders. */
    long idHash(ShardDocs docs, int doc) {
        return switch (this) {
            case HASH -> docs.high(doc) >>> 32;
            case FINGERPRINTS -> docs.high(doc) << COUNT_BITS >>> 32;
            case REFERENCE -> docs.high(doc);
        };
    }

    private static void putCountsFirst(
            ShardDocs docs,
            IndexReader reader,
            String field,
            FixedBitSet participants,
            BigArrays bigArrays,
            PeriodicCheck check)
            throws IOException {
        try (IntArray counts = bigArrays.newIntArray(Math.max(1, reader.maxDoc()), true)) {
            for (LeafReaderContext leaf : reader.leaves()) {
                Terms fingerprints = leaf.reader().terms(field);
                if (fingerprints == null) {
                    continue;
                }
                TermsEnum terms = fingerprints.iterator();
                PostingsEnum postings = null;
                while (terms.next() != null) {
                    check.step();
                    postings = terms.postings(postings, PostingsEnum.NONE);
                    for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                        counts.increment(leaf.docBase + doc, 1);
                    }
                }
            }
            for (int doc = PinnedShard.nextDoc(participants, 0);
                    doc != DocIdSetIterator.NO_MORE_DOCS;
                    doc = PinnedShard.nextDoc(participants, doc + 1)) {
                docs.rank(doc, docs.doc(doc).rank().byFingerprints(counts.get(doc)));
            }
        }
    }
}
