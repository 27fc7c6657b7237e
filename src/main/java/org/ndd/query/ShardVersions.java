package org.ndd.query;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.elasticsearch.common.logging.HeaderWarning;
import org.ndd.config.FingerprintOptions;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.lucene.VisibleTerms;
import org.ndd.pair.ComparablePage;

/**
 * Lists the versions of the fingerprints on a shard. Pages of different versions share no fingerprints, even if their texts are equal. So
 * only documents of the same version are found for a page. A warning informs the user that others are excluded, and how to change that.
 */
final class ShardVersions {

    private final IndexReader reader;
    private final String field;
    private final SortedSet<String> versions;
    private String mostFrequent;

    /**
     * @param reader {@code null} if there is no shard
     * @param field field that contains the versions
     */
    ShardVersions(IndexReader reader, String field) throws IOException {
        this.reader = reader;
        this.field = field;
        this.versions = reader == null ? new TreeSet<>() : VisibleTerms.of(reader, field);
    }

    /**
     * Returns the version for a page that is not a document: the most frequent version that this ndd supports. If several are equally
     * frequent, returns the last by name.
     */
    String mostFrequent() throws IOException {
        if (mostFrequent == null) {
            List<String> supported = versions.stream()
                    .filter(version -> FingerprintOptions.isKnown(version))
                    .toList();
            if (supported.isEmpty()) {
                mostFrequent = FingerprintParameters.BALANCED.version();
            } else if (supported.size() == 1) {
                mostFrequent = supported.get(0);
            } else {
                mostFrequent = VisibleTerms.count(reader, field, supported).entrySet().stream()
                        .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                        .orElseThrow()
                        .getKey();
            }
        }
        return mostFrequent;
    }

    /** Returns whether there may be documents of another version than a page; adds a warning in this case. */
    boolean warnIfMixed(String index, List<ComparablePage> pages) {
        SortedSet<String> requested = new TreeSet<>();
        pages.forEach(page -> requested.add(page.version()));
        if (versions.isEmpty() || versions.equals(requested) && versions.size() == 1) {
            return false;
        }
        HeaderWarning.addWarning(
                "[near_dup] found only documents whose fingerprints have the versions {} in index [{}], which has the versions {}: "
                        + "POST /{}/_ndd/backfill converts them to one version",
                requested,
                index,
                versions,
                index);
        return true;
    }
}
