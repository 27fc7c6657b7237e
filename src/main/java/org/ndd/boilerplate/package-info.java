/**
 * Boilerplate as Elasticsearch keeps it: one index of boilerplate for each index of pages, read with the rights of the requesting user,
 * and from the node's own copy for a search of a shard. Also the API that shows and forgets them.
 *
 * <p>The definition of boilerplate and the learning of boilerplate is in {@code org.ndd.core.boilerplate}. Start with
 * {@link org.ndd.boilerplate.BoilerplateStore}.
 */
package org.ndd.boilerplate;
