package org.ndd.partition.shard;

import org.elasticsearch.index.mapper.IdFieldMapper;

/** The indexed fields whose sorted terms are merged over all shards. */
public enum TermKind {
    /** The families of a document: for the sample from which the boilerplate of a family is learned. */
    FAMILY("families"),
    /** The digest of the canonical text: for equal texts. */
    DIGEST("digest"),
    /** The fingerprints: for candidates. */
    FINGERPRINT("fingerprints"),
    /** The ids of documents that are on a list, see {@link PageLists}. */
    LISTED(null);

    private final String suffix;

    TermKind(String suffix) {
        this.suffix = suffix;
    }

    /** The index field of this kind under a target field such as {@code ndd}. */
    public String field(String target) {
        return suffix == null ? IdFieldMapper.NAME : target + "." + suffix;
    }
}
