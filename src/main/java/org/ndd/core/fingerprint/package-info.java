/**
 * Fingerprints of documents: few numbers that near-duplicates are likely to share. Start with
 * {@link org.ndd.core.fingerprint.Fingerprinter}; parameters and the format that is stored are in
 * {@link org.ndd.core.fingerprint.FingerprintParameters}.
 */
package org.ndd.core.fingerprint;
