package org.ndd.groups;

import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.core.Nullable;
import org.ndd.config.DocumentName;

/**
 * A group document that changes.
 *
 * @param before the old document; {@code null} if there was none
 * @param after the required document; {@code null} if there must be none
 */
public record GroupChange(
        @Nullable GroupDocument before, @Nullable GroupDocument after) {

    private GroupDocument any() {
        return before == null ? after : before;
    }

    /** Id of the document. */
    public String key() {
        return any().key();
    }

    /** The page that it is about. */
    public DocumentName page() {
        return any().page();
    }

    /** Whether the page is only part of the leader of the group. */
    public boolean isPartOf() {
        return any().isPartOf();
    }

    /** The request that writes or deletes the document in the index of a run. */
    public DocWriteRequest<?> request(String run) {
        return after == null
                ? new DeleteRequest(run, key())
                : new IndexRequest(run).id(key()).source(after.source());
    }
}
