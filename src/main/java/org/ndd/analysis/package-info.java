/**
 * Computes the data of a page that are stored: text and title of HTML, canonical text, site, digest, sentences, fingerprints. The ingest
 * processor, the analyze API and the compare API share it. Start with {@link org.ndd.analysis.PageAnalyzer}. Does not depend on
 * Elasticsearch or Lucene; only {@link org.ndd.analysis.HtmlPage} uses jsoup.
 */
package org.ndd.analysis;
