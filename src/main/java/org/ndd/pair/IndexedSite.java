package org.ndd.pair;

/**
 * A site as one index knows it: each index has separate boilerplate.
 *
 * @param index concrete index, or null if none is known, so that there is no boilerplate either
 * @param site the site, or null if none is known
 */
public record IndexedSite(String index, String site) {

    /** Whether boilerplate could be known. */
    public boolean mayHaveBoilerplate() {
        return index != null;
    }
}
