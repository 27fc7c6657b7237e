/**
 * Stores the fields of ndd in a Lucene index, and reads them. Depends on Lucene, not on Elasticsearch.
 *
 * <p>Parsing of requests and decisions about similarity are in other packages. Start with {@link org.ndd.lucene.TextCodec}.
 */
package org.ndd.lucene;
