/**
 * Elasticsearch and Lucene where their lines differ: the same classes with the same methods, once for each line, in {@code src/line8/java}
 * and {@code src/line9/java}. Only what cannot be written so that it compiles on both, and nothing that knows ndd. Start with
 * {@link org.ndd.line.Project}.
 */
package org.ndd.line;
