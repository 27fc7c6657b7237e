package org.ndd.eval.simulate;

import java.util.Locale;

/** What is measured of a run, each with its unit. Work is in seconds of one core, of whoever does it: who asks or who answers. */
public enum Cost {
    /** The processor and Lucene, when a page is indexed. */
    INDEX("s of one core a page"),
    /** Ranks, from the dictionary of ids. */
    PIN("s of one core a page"),
    /** Of the pages that boilerplate is learned from, at most 500 a site. */
    BOILERPLATE("s of one core a page of a sample"),
    DIGESTS("s of one core a page"),
    /** Reading and merging terms: once in each window. */
    READ_TERMS("s of one core a page and fingerprint, in each window"),
    /** Scores and predecessors: in the page's window. */
    KEEP_TERMS("s of one core a page and fingerprint"),
    /** Looking whether a page can be decided, bridges, what is kept. */
    DECIDE("s of one core a page"),
    COMPARE("s of one core a comparison"),
    MEMBERS("s of one core a page that follows another"),
    VERIFY("s of one core a verification"),
    /** On the node that holds the run's index. */
    WRITE("s of one core a document"),
    LIST("s of one core a duplicate"),
    CHECK("s of one core a page looked at, at most 20,000 a shard"),
    DIGEST("bytes a page"),
    /** A text on the wire. */
    TEXT("bytes a page"),
    /** What the index takes on disk. */
    DISK("bytes a page"),
    /** What a page has of each. */
    POSTINGS("fingerprints a page"),
    TERMS("different fingerprints a page"),
    CANDIDATES("predecessors a page"),
    COMPARISONS("comparisons a page"),
    VERIFICATIONS("verifications a page"),
    FOLLOWERS("pages that follow another, a page"),
    WRITTEN("documents written, a page"),
    DUPLICATES("duplicates a page"),
    /** Passages of a page, of which the smallest become fingerprints: says how these are spread over ranges of terms. */
    PASSAGES("passages a page");

    private final String unit;

    Cost(String unit) {
        this.unit = unit;
    }

    /** What one of it is. */
    public String unit() {
        return unit;
    }

    /** Its name in a file. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
