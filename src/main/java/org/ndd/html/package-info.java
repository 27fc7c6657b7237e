/**
 * Visible text and title of HTML pages, by jsoup. Start with {@link org.ndd.html.HtmlPage}. Nothing in here knows
 * Elasticsearch or Lucene.
 */
package org.ndd.html;
