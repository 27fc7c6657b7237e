package org.ndd.boilerplate;

import java.util.Map;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.boilerplate.SiteBoilerplate;

/** The boilerplate of one search in the memory of a node. Immutable: a search that has it never reads, and keeps it to its end. */
public final class LoadedBoilerplate {

    private final Map<String, String> inUse;
    private final Map<String, Map<String, SiteBoilerplate>> families;

    /**
     * @param inUse by index of documents, the index that has its boilerplate
     * @param families by index of boilerplate and family; not of an index that is hidden from the user
     */
    LoadedBoilerplate(Map<String, String> inUse, Map<String, Map<String, SiteBoilerplate>> families) {
        this.inUse = inUse;
        this.families = Map.copyOf(families);
    }

    /**
     * The boilerplate of a document. O(lines) for a section of a site, otherwise O(1).
     *
     * @param index concrete index of the document
     * @param site {@code null} if none is known
     * @return {@code null} if none is known
     */
    public SiteBoilerplate of(String index, String site) {
        String boilerplateIndex = inUse.get(index);
        Map<String, SiteBoilerplate> known = boilerplateIndex == null ? null : families.get(boilerplateIndex);
        return known == null ? null : BoilerplateFamilies.boilerplate(site, known::get);
    }
}
