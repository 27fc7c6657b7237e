package org.ndd.boilerplate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.boilerplate.SiteBoilerplate;

/**
 * The boilerplate of one request in the memory of a node. Immutable: it requires no further reads, and remains valid until the end of the
 * request.
 */
public final class LoadedBoilerplate {

    /** No boilerplate. */
    public static final LoadedBoilerplate NONE = new LoadedBoilerplate(Map.of(), Map.of());

    private final Map<String, Map<String, SiteBoilerplate>> families = new HashMap<>();

    /**
     * @param inUse for each index of documents, the index that contains its boilerplate; {@code null} if none is in use
     * @param loaded boilerplate by its index and family; without indices that are hidden from the user
     */
    LoadedBoilerplate(Map<String, String> inUse, Map<String, Map<String, SiteBoilerplate>> loaded) {
        inUse.forEach((index, boilerplate) -> {
            if (boilerplate != null && loaded.containsKey(boilerplate)) {
                families.put(index, loaded.get(boilerplate));
            }
        });
    }

    /**
     * Returns the boilerplate of a document. O(lines) for a section of a site, otherwise O(1).
     *
     * @param index concrete index of the document; {@code null} if unknown, in which case there is no boilerplate
     * @param site site of the document; {@code null} if unknown
     * @return {@code null} if the boilerplate is unknown
     */
    public SiteBoilerplate of(String index, String site) {
        Map<String, SiteBoilerplate> known = families.get(index);
        return known == null ? null : BoilerplateFamilies.boilerplate(site, known::get);
    }

    /**
     * Returns the boilerplate of a document of several indices, as a run with stored boilerplate: that of each of its families is that of
     * the first index with any.
     *
     * @param indices concrete indices
     * @param site site of the document; {@code null} if unknown
     * @return {@code null} if the boilerplate is unknown
     */
    public SiteBoilerplate ofFirst(List<String> indices, String site) {
        return BoilerplateFamilies.boilerplate(
                site,
                family -> indices.stream()
                        .map(families::get)
                        .filter(Objects::nonNull)
                        .map(known -> known.get(family))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null));
    }
}
