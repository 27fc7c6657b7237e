/**
 * Wraps Elasticsearch and Lucene classes that differ between major versions: the same classes with the same methods, once for each version,
 * in {@code src/es8/java} and {@code src/es9/java}. They contain only code that cannot compile on both versions. {@link
 * org.ndd.compat.NddVersion} compares the versions of ndd. Does not depend on other packages of ndd. Start with {@link
 * org.ndd.compat.Project}.
 */
package org.ndd.compat;
