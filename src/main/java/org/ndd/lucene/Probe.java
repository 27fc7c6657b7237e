package org.ndd.lucene;

import java.util.Set;

/**
 * A page whose near-duplicates are searched.
 *
 * @param fingerprints its different fingerprint terms
 * @param digest digest of its text, or null if it has none
 */
public record Probe(Set<String> fingerprints, String digest) {

    public Probe {
        fingerprints = Set.copyOf(fingerprints);
    }
}
