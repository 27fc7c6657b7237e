/**
 * From a page to all that is stored about it: canonical text, site, digest, sentences, fingerprints. The ingest
 * processor, the analyze and the compare API share it. Start with {@link org.ndd.analysis.PageAnalyzer}. Knows nothing
 * of Elasticsearch.
 */
package org.ndd.analysis;
