/**
 * How the fields of ndd are stored in a Lucene index, and how they are read. Depends on Lucene, not on Elasticsearch.
 *
 * <p>Not in this package: parsing of requests, and decisions about similarity. Start with {@link org.ndd.lucene.TextCodec}.
 */
package org.ndd.lucene;
