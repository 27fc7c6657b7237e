package org.ndd.rank;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ndd.core.text.ContentDigest;
import org.ndd.pair.ComparablePage;

/**
 * What is needed of a page to find its candidates, without its text.
 *
 * @param version format and parameters of its fingerprints
 * @param length code units of its text
 * @param keys its fingerprints' terms and its digest, each once
 */
record PageKeys(String version, int length, List<String> keys) {

    private static final String VERSION = "version";
    private static final String LENGTH = "length";
    private static final String KEYS = "keys";

    /** The keys of a page. Linear in its text. */
    static PageKeys of(ComparablePage page) {
        Set<String> keys = new TreeSet<>(page.fingerprints());
        String digest = ContentDigest.of(page.text(), page.place().site());
        if (digest != null) {
            keys.add(digest);
        }
        return new PageKeys(page.version(), page.text().length(), List.copyOf(keys));
    }

    /** As it travels in a hit. */
    Map<String, Object> asField() {
        return Map.of(VERSION, version, LENGTH, length, KEYS, keys);
    }

    @SuppressWarnings("unchecked")
    static PageKeys fromField(Map<String, Object> field) {
        return new PageKeys((String) field.get(VERSION), (int) field.get(LENGTH), (List<String>) field.get(KEYS));
    }

    /**
     * Refuses pages that cannot share fingerprints whatever their texts are.
     *
     * @param pages null for one that was not processed
     * @throws IllegalArgumentException where there are two versions
     */
    static void requireOneVersion(List<PageKeys> pages) {
        List<String> versions = pages.stream()
                .filter(page -> page != null)
                .map(PageKeys::version)
                .distinct()
                .sorted()
                .toList();
        if (versions.size() > 1) {
            throw new IllegalArgumentException("[version] must be the same for all pages that are compared, but was "
                    + versions + ": index them again through one pipeline");
        }
    }
}
