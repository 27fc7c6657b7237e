/**
 * Computes the values below the target field of a document, for the processor {@code near_dup} and for the metadata field {@code _ndd}: the
 * options of both, the input that they read, and the values that they store.
 *
 * <p>The package {@code org.ndd.analysis} computes text and fingerprints from the input. Start with {@link org.ndd.target.TargetOptions}.
 */
package org.ndd.target;
