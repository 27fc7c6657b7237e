/**
 * The field type {@code near_dup_text} of Elasticsearch mappings, and the names and mapping of the fields that ndd
 * writes.
 *
 * <p>How bytes are kept is in {@code org.ndd.lucene}. Start with {@link org.ndd.mapper.NearDupTextFieldMapper}.
 */
package org.ndd.mapper;
