/**
 * The demo of the README: loads pages into a node that is already there, partitions them, and tells what came of it. A client of the REST
 * surface like any other: the JDK and Jackson, no class of the plugin and none of Elasticsearch, and no part of the plugin zip. Starting
 * the node and fetching pages and Jackson is the work of {@code distribution/bin/demo}. Start with {@link org.ndd.demo.Demo}.
 */
package org.ndd.demo;
