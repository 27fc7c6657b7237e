/**
 * Registration with Elasticsearch, and nothing else: which processor, mapper, query, action and setting the node gets from ndd.
 * What they do lives in the other rooms; no logic and no state belong here. Start with {@link org.ndd.plugin.NddPlugin}.
 */
package org.ndd.plugin;
