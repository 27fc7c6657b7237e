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
 * The versions of the fingerprints on a shard. Pages of different versions share none, even with equal texts, so a page is searched for
 * among documents of the same version. A warning informs the user that others are left out, and how to change that.
 */
final class ShardVersions {

    private final IndexReader reader;
    private final String field;
    private final SortedSet<String> versions;
    private String mostFrequent;

    /**
     * @param reader {@code null} if there is no shard
     * @param field that holds the versions
     */
    ShardVersions(IndexReader reader, String field) throws IOException {
        this.reader = reader;
        this.field = field;
        this.versions = reader == null ? new TreeSet<>() : VisibleTerms.of(reader, field);
    }

    /**
     * The version for a page that is not a document: that of most documents, among the versions that this ndd supports; of equally many the
     * last by name.
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

    /** Whether there may be documents of another version than a page; warns the user if so. */
    boolean warnIfMixed(String index, List<ComparablePage> pages) {
        SortedSet<String> requested = new TreeSet<>();
        pages.forEach(page -> requested.add(page.version()));
        if (versions.isEmpty() || versions.equals(requested) && versions.size() == 1) {
            return false;
        }
        HeaderWarning.addWarning(
                "[near_dup] searched index [{}], which has fingerprints of versions {}, for documents of {} only with their own: "
                        + "POST /{}/_ndd/backfill makes them one version",
                index,
                versions,
                requested,
                index);
        return true;
    }
}
