/**
 * The field type {@code near_dup_text} of Elasticsearch mappings, and the names and mapping of the fields that ndd
 * writes.
 *
 * <p>The stored format of texts is in {@code org.ndd.lucene}. Start with {@link org.ndd.mapper.NearDupTextFieldMapper}.
 */
package org.ndd.mapper;
