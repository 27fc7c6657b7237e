package org.ndd.eval.simulate;

import java.util.Locale;

/** The measured costs of a run with their units. Work is in seconds of one core on any node, for requests and for their responses. */
public enum Cost {
    /** The processor and Lucene during indexing. */
    INDEX("core seconds per document"),
    /** Ranks, from the terms of ids. */
    PIN("core seconds per document"),
    /** Per document of the boilerplate sample, at most 500 per site. */
    BOILERPLATE("core seconds per document of a sample"),
    DIGESTS("core seconds per document"),
    /** Reading and merging terms, in each window. */
    READ_TERMS("core seconds per document and fingerprint, in each window"),
    /** Scores and predecessors, in the window of the document. */
    KEEP_TERMS("core seconds per document and fingerprint"),
    /** Checks whether a document can be decided, bridges, and stored decisions. */
    DECIDE("core seconds per document"),
    COMPARE("core seconds per comparison"),
    MEMBERS("core seconds per follower"),
    VERIFY("core seconds per verification"),
    /** On the node with the index of the run. */
    WRITE("core seconds per document"),
    LIST("core seconds per duplicate"),
    CHECK("core seconds per checked document, at most 20,000 per shard"),
    DIGEST("bytes per document"),
    /** Serialized size of a text. */
    TEXT("bytes per document"),
    /** Size of the index on disk. */
    DISK("bytes per document"),
    /** Counts per document. */
    POSTINGS("fingerprints per document"),
    TERMS("distinct fingerprints per document"),
    CANDIDATES("predecessors per document"),
    COMPARISONS("comparisons per document"),
    VERIFICATIONS("verifications per document"),
    FOLLOWERS("followers per document"),
    WRITTEN("written documents per document"),
    DUPLICATES("duplicates per document"),
    /** Passages of a document, of which the smallest become fingerprints: determines their distribution over ranges of terms. */
    PASSAGES("passages per document");

    private final String unit;

    Cost(String unit) {
        this.unit = unit;
    }

    /** Unit of the cost. */
    public String unit() {
        return unit;
    }

    /** Name of the cost in files. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
