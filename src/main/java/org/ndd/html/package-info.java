/**
 * Extracts the visible text and title of HTML pages with jsoup. Start with {@link org.ndd.html.HtmlPage}. Does not depend on Elasticsearch
 * or Lucene.
 */
package org.ndd.html;
