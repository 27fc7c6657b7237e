/**
 * The demo of the README: indexes documents on a running node, groups them and prints the results. It uses only REST APIs, the JDK and
 * Jackson, no class of the plugin or of Elasticsearch, and is not part of the plugin zip. {@code distribution/bin/demo} starts the node and
 * downloads documents and Jackson. Start with {@link org.ndd.demo.Demo}.
 */
package org.ndd.demo;
