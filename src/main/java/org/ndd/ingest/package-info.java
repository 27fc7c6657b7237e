/**
 * Computes the values below the target field of a document: in the ingest processor {@code near_dup}, or in the metadata field {@code
 * _ndd} when the document is indexed. Also defines the mapping types and the stored format of these values, and reads texts, sketches,
 * keywords and terms of a segment.
 *
 * <p>The computation of text and fingerprints is in {@code org.ndd.analysis}. Start with {@link org.ndd.ingest.TargetOptions} and {@link
 * org.ndd.ingest.NearDupProcessor}; {@link org.ndd.ingest.TextCodec} encodes texts.
 */
package org.ndd.ingest;
