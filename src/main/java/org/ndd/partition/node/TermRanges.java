package org.ndd.partition.node;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.ndd.core.text.Base36;

/**
 * Divides the terms of a field into ranges that different nodes merge at the same time. Terms are hashes in {@link Base36}. Fingerprints
 * are the smallest hashes of a document, so low hashes, which start with {@code 0}, are far more frequent than high ones. Their ranges are
 * narrower.
 */
public final class TermRanges {

    private static final char LOWEST = '0';
    private static final int MAX_DEPTH = 3;

    /**
     * Minimum number of documents, exclusive, of a run that merges its terms in ranges. For fewer documents, the requests for ranges take
     * longer than the ranges save.
     */
    public static final Setting<Long> MIN_DOCUMENTS =
            Setting.longSetting("ndd.partition.ranges.min_documents", 50_000, 0, Setting.Property.NodeScope);

    /**
     * Minimum number of documents, exclusive, of a run that merges fingerprints in narrow ranges. A document keeps the lowest of all its
     * hashes, so for long documents most ranges other than the lowest are empty. A few dozen remain, fewer than the threads of the nodes of
     * a large run. For a smaller run, requests to all shards for each of more than a thousand ranges take longer than they save.
     */
    public static final Setting<Long> NARROW_DOCUMENTS =
            Setting.longSetting("ndd.partition.ranges.narrow_documents", 10_000_000, 0, Setting.Property.NodeScope);

    private final long minDocuments;
    private final long narrowDocuments;

    /** @param settings settings of the coordinating node */
    public TermRanges(Settings settings) {
        this.minDocuments = MIN_DOCUMENTS.get(settings);
        this.narrowDocuments = NARROW_DOCUMENTS.get(settings);
    }

    /** Returns prefixes of which each digest has exactly one; digests of few documents are not divided. */
    public List<String> digests(long documents) {
        List<String> ranges = new ArrayList<>();
        if (documents <= minDocuments) {
            ranges.add("");
        } else {
            cut("", 1, ranges);
        }
        return ranges;
    }

    /**
     * Returns prefixes of the fingerprint terms of a format, such that each term starts with exactly one of them. The first character of a
     * term is its format, so the terms are divided by the characters after it.
     *
     * @param documents number of documents; terms of few documents are not divided
     */
    public List<String> fingerprints(long documents, char format) {
        List<String> ranges = new ArrayList<>();
        if (documents <= minDocuments) {
            ranges.add("");
            return ranges;
        }
        boolean narrow = documents > narrowDocuments;
        for (char c : Base36.ALPHABET.toCharArray()) {
            String range = String.valueOf(format) + c;
            if (c == LOWEST) {
                cut(range, MAX_DEPTH - 1, ranges);
            } else if (narrow) {
                cut(range, 1, ranges);
            } else {
                ranges.add(range);
            }
        }
        return ranges;
    }

    private static void cut(String prefix, int depth, List<String> ranges) {
        for (char c : Base36.ALPHABET.toCharArray()) {
            if (c == LOWEST && depth > 1) {
                cut(prefix + c, depth - 1, ranges);
            } else {
                ranges.add(prefix + c);
            }
        }
    }
}
