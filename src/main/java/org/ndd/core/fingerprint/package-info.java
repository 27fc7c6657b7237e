/**
 * Computes fingerprints of documents: a few numbers that near-duplicates are likely to share. Start with
 * {@link org.ndd.core.fingerprint.Fingerprinter}; parameters and the stored format are in
 * {@link org.ndd.core.fingerprint.FingerprintParameters}.
 */
package org.ndd.core.fingerprint;
