/**
 * Registers the processor, mappers, queries, actions and settings of ndd with Elasticsearch. Their implementations are in the other
 * packages; neither logic nor state belongs here. Start with {@link org.ndd.plugin.NddPlugin}.
 */
package org.ndd.plugin;
