package org.ndd.pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.text.ContentDigest;

/**
 * The data of a page by which its candidates are found, without its text.
 *
 * @param version format and parameters of its fingerprints
 * @param length UTF-16 code units of its text
 * @param fingerprints terms of its fingerprints, without repetition
 * @param digest digest of the text; null if it has none
 * @param mustAgreeKeys its values of {@code must_agree}
 */
public record PageKeys(
        String version, int length, List<String> fingerprints, String digest, MustAgreeKeys mustAgreeKeys) {

    private static final String LENGTH = "length";
    private static final String FINGERPRINTS = "fingerprints";
    private static final String DIGEST = "digest";

    /** Returns the keys of a page. Linear in its text. */
    public static PageKeys of(ComparablePage page, MustAgreeKeys mustAgreeKeys) {
        return new PageKeys(
                page.version(),
                page.text().length(),
                page.fingerprints().stream().sorted().toList(),
                ContentDigest.of(page.text(), page.title(), page.place().site()),
                mustAgreeKeys);
    }

    /** Returns the keys, its fingerprints and digest. A page is compared with another only if they share at least one. */
    public List<String> keys() {
        List<String> keys = new ArrayList<>(fingerprints);
        if (digest != null) {
            keys.add(digest);
        }
        return keys;
    }

    /** Adds the keys to the values of a hit, except those that each page has. */
    void write(Map<String, Object> field) {
        field.put(LENGTH, length);
        field.put(FINGERPRINTS, fingerprints);
        field.put(DIGEST, digest);
    }

    /** Reads what {@link #write} wrote. */
    @SuppressWarnings("unchecked")
    static PageKeys read(Map<String, Object> field, String version, MustAgreeKeys mustAgreeKeys) {
        return new PageKeys(
                version,
                (int) field.get(LENGTH),
                (List<String>) field.get(FINGERPRINTS),
                (String) field.get(DIGEST),
                mustAgreeKeys);
    }

    /**
     * Returns a warning if pages cannot share fingerprints because their versions differ.
     *
     * @param pages null for a page that was not processed
     * @return the warning for the user; null if all pages have the same version
     */
    public static String versionWarning(List<PageKeys> pages) {
        List<String> versions = pages.stream()
                .filter(page -> page != null)
                .map(PageKeys::version)
                .distinct()
                .sorted()
                .toList();
        return versions.size() < 2
                ? null
                : "[near_dup] may miss documents whose fingerprints are of different versions, " + versions
                        + ": POST /{index}/_ndd/backfill converts them to one version";
    }
}
