package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.IntArray;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.Uid;
import org.ndd.core.group.Rank;

/** How the documents of a run are ordered. Ranks come from the dictionary of ids, at some million documents a second, not from stored fields. */
public enum RankOrder {
    /** By a hash of the id: as good as random, so that what is decided depends on little else and parallelises. */
    HASH,
    /** The report's: those with more fingerprints first, then by hash of the id. */
    FINGERPRINTS;

    private static final int COUNT_BITS = 16;

    Ranks ranks(int shard, IndexReader reader, String target, FixedBitSet participants, BigArrays bigArrays)
            throws IOException {
        Ranks ranks = new Ranks(shard, reader.maxDoc(), bigArrays);
        boolean success = false;
        try {
            for (LeafReaderContext leaf : reader.leaves()) {
                hashIds(leaf, participants, ranks);
            }
            if (this == FINGERPRINTS) {
                putCountsFirst(reader, TermKind.FINGERPRINT.field(target), participants, ranks, bigArrays);
            }
            success = true;
            return ranks;
        } finally {
            if (success == false) {
                ranks.close();
            }
        }
    }

    /** The upper 32 bits of the hash of a document's id, as an unsigned number: what a sample goes by in either order. */
    long idHash(Ranks ranks, int doc) {
        return this == HASH ? ranks.high(doc) >>> 32 : ranks.high(doc) << COUNT_BITS >>> 32;
    }

    private static void hashIds(LeafReaderContext leaf, FixedBitSet participants, Ranks ranks) throws IOException {
        Terms ids = leaf.reader().terms(IdFieldMapper.NAME);
        if (ids == null) {
            return;
        }
        TermsEnum terms = ids.iterator();
        PostingsEnum postings = null;
        for (BytesRef id = terms.next(); id != null; id = terms.next()) {
            Rank rank = null;
            postings = terms.postings(postings, PostingsEnum.NONE);
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                if (participants.get(leaf.docBase + doc)) {
                    rank = rank == null ? Rank.of(Uid.decodeId(id.bytes, id.offset, id.length)) : rank;
                    ranks.set(leaf.docBase + doc, rank.high(), rank.low());
                }
            }
        }
    }

    private static void putCountsFirst(
            IndexReader reader, String field, FixedBitSet participants, Ranks ranks, BigArrays bigArrays)
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
                    postings = terms.postings(postings, PostingsEnum.NONE);
                    for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                        counts.increment(leaf.docBase + doc, 1);
                    }
                }
            }
            for (int doc = DocBits.next(participants, 0);
                    doc != DocIdSetIterator.NO_MORE_DOCS;
                    doc = DocBits.next(participants, doc + 1)) {
                Rank rank = new Rank(ranks.high(doc), ranks.low(doc)).byFingerprints(counts.get(doc));
                ranks.set(doc, rank.high(), rank.low());
            }
        }
    }
}
