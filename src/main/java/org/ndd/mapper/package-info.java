/**
 * The metadata field {@code _ndd}, the mapping type {@code near_dup}, and the field type {@code near_dup_text} of Elasticsearch mappings.
 *
 * <p>The stored format of texts is in {@code org.ndd.lucene}. Start with {@link org.ndd.mapper.NearDupTextFieldMapper}.
 */
package org.ndd.mapper;
