/**
 * The analyze API, which analyzes one page without indexing it.
 *
 * <p>Start with {@link org.ndd.analyze.AnalyzePageAction}.
 */
package org.ndd.analyze;
