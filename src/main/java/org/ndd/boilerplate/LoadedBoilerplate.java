package org.ndd.boilerplate;

import java.util.Map;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.boilerplate.SiteBoilerplate;

/**
 * The boilerplate of one search in the memory of a node. Immutable: it requires no further reads, and remains valid until the end of the
 * search.
 */
public final class LoadedBoilerplate {

    private final Map<String, String> inUse;
    private final Map<String, Map<String, SiteBoilerplate>> families;

    /**
     * @param inUse for each index of documents, the index that contains its boilerplate
     * @param families boilerplate by its index and family; without indices that are hidden from the user
     */
    LoadedBoilerplate(Map<String, String> inUse, Map<String, Map<String, SiteBoilerplate>> families) {
        this.inUse = inUse;
        this.families = Map.copyOf(families);
    }

    /**
     * Returns the boilerplate of a document. O(lines) for a section of a site, otherwise O(1).
     *
     * @param index concrete index of the document
     * @param site site of the document; {@code null} if unknown
     * @return {@code null} if the boilerplate is unknown
     */
    public SiteBoilerplate of(String index, String site) {
        String boilerplateIndex = inUse.get(index);
        Map<String, SiteBoilerplate> known = boilerplateIndex == null ? null : families.get(boilerplateIndex);
        return known == null ? null : BoilerplateFamilies.boilerplate(site, known::get);
    }
}
