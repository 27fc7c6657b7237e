package org.ndd.rank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.text.ContentDigest;
import org.ndd.pair.ComparablePage;

/**
 * The data of a page by which its candidates are found, without its text.
 *
 * @param version format and parameters of its fingerprints
 * @param length code units of its text
 * @param fingerprints the terms of its fingerprints, each once
 * @param digest null for a page without one
 * @param apart keeps it apart from others
 */
record PageKeys(String version, int length, List<String> fingerprints, String digest, MustAgreeKeys apart) {

    private static final String VERSION = "version";
    private static final String LENGTH = "length";
    private static final String FINGERPRINTS = "fingerprints";
    private static final String DIGEST = "digest";
    private static final String APART = "apart";

    /** The keys of a page. Linear in its text. */
    static PageKeys of(ComparablePage page, MustAgreeKeys apart) {
        return new PageKeys(
                page.version(),
                page.text().length(),
                page.fingerprints().stream().sorted().toList(),
                ContentDigest.of(page.text(), page.title(), page.place().site()),
                apart);
    }

    /** The keys of which a page has to share at least one with another to be compared with it: a fingerprint, or the digest. */
    List<String> keys() {
        List<String> keys = new ArrayList<>(fingerprints);
        if (digest != null) {
            keys.add(digest);
        }
        return keys;
    }

    /** The keys as the value of a field of a hit. */
    Map<String, Object> asField() {
        Map<String, Object> field = new HashMap<>();
        field.put(VERSION, version);
        field.put(LENGTH, length);
        field.put(FINGERPRINTS, fingerprints);
        field.put(DIGEST, digest);
        field.put(APART, apart.toArray());
        return field;
    }

    @SuppressWarnings("unchecked")
    static PageKeys fromField(Map<String, Object> field) {
        return new PageKeys(
                (String) field.get(VERSION),
                (int) field.get(LENGTH),
                (List<String>) field.get(FINGERPRINTS),
                (String) field.get(DIGEST),
                MustAgreeKeys.of((long[]) field.get(APART)));
    }

    /**
     * Warns that pages cannot share fingerprints because their versions differ.
     *
     * @param pages null for one that was not processed
     * @return the warning for the user; null if all are of one version
     */
    static String versionWarning(List<PageKeys> pages) {
        List<String> versions = pages.stream()
                .filter(page -> page != null)
                .map(PageKeys::version)
                .distinct()
                .sorted()
                .toList();
        return versions.size() < 2
                ? null
                : "[near_dup] may miss documents whose fingerprints are of different versions, " + versions
                        + ": POST /{index}/_ndd/backfill makes them one version";
    }
}
