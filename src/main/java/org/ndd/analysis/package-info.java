/**
 * Computes the data of a page that are stored: canonical text, site, digest, sentences, fingerprints. The ingest processor, the analyze API
 * and the compare API share it. Start with {@link org.ndd.analysis.PageAnalyzer}. Does not depend on Elasticsearch.
 */
package org.ndd.analysis;
