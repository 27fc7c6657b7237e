/**
 * The analyze API: what ndd makes of one page, without indexing it.
 *
 * <p>Start with {@link org.ndd.analyze.AnalyzePageAction}.
 */
package org.ndd.analyze;
