/**
 * The surface of ndd on a node: registers the processor, mappers, queries, actions and settings with Elasticsearch, parses REST requests,
 * serves the explorer, and returns the numbers and the health of runs, jobs and caches.
 *
 * <p>Transport actions of the other packages do the work; neither logic nor state belongs here. Start with {@link
 * org.ndd.plugin.NddPlugin}, and {@link org.ndd.plugin.RestHandlers} for requests: each class parses one family of them. {@link
 * org.ndd.plugin.StatsAction} reads counters of other packages; no number is about a single document. The explorer is a web page that
 * reads all data from the public APIs, with the rights of the user of the browser. Its files are in the resources of this package, and
 * start with {@code explore/main.js}.
 */
package org.ndd.plugin;
