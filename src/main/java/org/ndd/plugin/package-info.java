/**
 * Only registration with Elasticsearch: which processor, mapper, query, action and setting the node gets from ndd. Their implementations
 * are in the other packages; neither logic nor state belongs here. Start with {@link org.ndd.plugin.NddPlugin}.
 */
package org.ndd.plugin;
