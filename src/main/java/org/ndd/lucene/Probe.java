package org.ndd.lucene;

import java.util.Set;

/**
 * What is known of a page whose near-duplicates are looked for.
 *
 * @param fingerprints its different fingerprint terms
 * @param digest of its text, or null where it has none
 */
public record Probe(Set<String> fingerprints, String digest) {

    public Probe {
        fingerprints = Set.copyOf(fingerprints);
    }
}
