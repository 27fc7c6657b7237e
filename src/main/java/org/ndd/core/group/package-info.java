/**
 * From fingerprints to groups: the order of documents, candidates, leaders, winners. Knows nothing of indices and nodes. Start with
 * {@link org.ndd.core.group.Rank}, then the in-memory partition, which is the whole method in one place.
 */
package org.ndd.core.group;
