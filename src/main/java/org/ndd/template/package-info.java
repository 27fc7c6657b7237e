/**
 * Site templates as Elasticsearch keeps them: one index of templates for each index of pages, read with the rights of the requesting user,
 * and from the node's own copy for a search of a shard. Also the API that shows and forgets them.
 *
 * <p>The definition of a template and the learning of templates are in {@code org.ndd.core.template}. Start with
 * {@link org.ndd.template.TemplateStore}.
 */
package org.ndd.template;
