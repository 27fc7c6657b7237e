/**
 * Stores boilerplate in Elasticsearch: one index of boilerplate for each index of documents, read with the rights of the requesting user.
 * Searches and comparisons use the copy in the memory of their node. Also contains the API that returns and deletes boilerplate.
 *
 * <p>The definition and learning of boilerplate is in {@code org.ndd.core.boilerplate}. Start with {@link
 * org.ndd.boilerplate.BoilerplateStore}.
 */
package org.ndd.boilerplate;
