package org.ndd.partition;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Settings;
import org.ndd.core.text.Base36;

/**
 * Cuts the terms of a field into ranges that different nodes merge at the same time. Terms are hashes in {@link Base36}. Fingerprints
 * are the smallest hashes of a document, so low hashes, which begin with {@code 0}, are far more frequent than high ones: their ranges are
 * narrower.
 */
public final class TermRanges {

    private static final char LOWEST = '0';
    private static final int DEEPEST = 3;

    /**
     * Runs over more documents than this merge their terms in ranges: for fewer documents, a request for each range takes longer than it
     * saves.
     */
    public static final Setting<Long> MIN_DOCUMENTS =
            Setting.longSetting("ndd.partition.ranges.min_documents", 50_000, 0, Setting.Property.NodeScope);

    /**
     * Runs over more documents than this merge fingerprints in narrow ranges. A document keeps the lowest of all its hashes, so for long
     * documents most ranges other than the lowest are empty: a few dozen remain, and the nodes of a large run have more threads than that.
     * For a smaller run, requests to all shards for each of thousands of ranges take longer than they save.
     */
    public static final Setting<Long> NARROW_DOCUMENTS =
            Setting.longSetting("ndd.partition.ranges.narrow_documents", 10_000_000, 0, Setting.Property.NodeScope);

    private final long minDocuments;
    private final long narrowDocuments;

    /** @param settings settings of the coordinating node */
    TermRanges(Settings settings) {
        this.minDocuments = MIN_DOCUMENTS.get(settings);
        this.narrowDocuments = NARROW_DOCUMENTS.get(settings);
    }

    /**
     * Prefixes that together begin every digest, each digest once.
     *
     * @param documents how many there are; few are not worth cutting
     */
    List<String> digests(long documents) {
        List<String> ranges = new ArrayList<>();
        if (documents <= minDocuments) {
            ranges.add("");
        } else {
            cut("", 1, ranges);
        }
        return ranges;
    }

    /**
     * Prefixes that together begin every fingerprint term of a format, each term once. The first character of such a term is its format, so
     * the ranges are cut at the characters after it.
     *
     * @param documents how many there are; few are not worth cutting
     * @param format of the fingerprints of the run
     */
    List<String> fingerprints(long documents, char format) {
        List<String> ranges = new ArrayList<>();
        if (documents <= minDocuments) {
            ranges.add("");
            return ranges;
        }
        boolean narrow = documents > narrowDocuments;
        for (char c : Base36.ALPHABET.toCharArray()) {
            String range = String.valueOf(format) + c;
            if (c == LOWEST) {
                cut(range, DEEPEST - 1, ranges);
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
