package org.ndd.pair;

/**
 * A site as one index knows it: each index has separate templates.
 *
 * @param index concrete index, or null if none is known, so that there is no template either
 * @param site the site, or null if none is known
 */
public record IndexedSite(String index, String site) {

    /** Whether a template could be known. */
    public boolean mayHaveTemplate() {
        return index != null;
    }
}
