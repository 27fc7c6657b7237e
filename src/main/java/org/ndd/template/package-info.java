/**
 * Site templates as Elasticsearch keeps them: one index of templates beside each index of pages, read with the rights
 * of whoever asks, and from the node's own copy where a search of a shard asks. Also the API that shows and forgets them.
 *
 * <p>What a template is and how it is learned is in {@code org.ndd.core.template}. Start with {@link
 * org.ndd.template.TemplateStore}.
 */
package org.ndd.template;
