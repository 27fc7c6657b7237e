/**
 * How what ndd keeps of a document sits in a Lucene index, and how it is read back. Knows Lucene, not Elasticsearch.
 *
 * <p>Nothing that parses requests or decides about similarity belongs here. Start with {@link
 * org.ndd.lucene.TextCodec}.
 */
package org.ndd.lucene;
