/**
 * The APIs that answer questions about documents and change none: analyze one page, compare two pages, check the state of documents and
 * pages, measure the agreement of verdicts with the labels of users, find doubtful pairs, and export groups.
 *
 * <p>Groups are those of a run, candidates those of the query {@code near_dup}. The analysis is in {@code org.ndd.analysis}, the comparison
 * in {@code org.ndd.core.compare} and {@code org.ndd.pair}. Each API has a transport action: start with {@link
 * org.ndd.inspect.AnalyzePageAction}, {@link org.ndd.inspect.CompareAction}, {@link org.ndd.inspect.CheckAction} with the rule in {@link
 * org.ndd.inspect.CheckBatch}, {@link org.ndd.inspect.EvaluateAction}, {@link org.ndd.inspect.DoubtfulPairsAction} and {@link
 * org.ndd.inspect.ExportAction}. {@link org.ndd.inspect.RowStream} also streams the rows of other APIs.
 */
package org.ndd.inspect;
