package org.ndd.groups;

import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.core.Nullable;
import org.ndd.config.DocumentName;

/** A change of a group document: {@code before} is {@code null} for a new one, {@code after} for a deleted one. */
public record GroupChange(
        @Nullable GroupDocument before, @Nullable GroupDocument after) {

    private GroupDocument existing() {
        return before == null ? after : before;
    }

    public String key() {
        return existing().key();
    }

    public DocumentName page() {
        return existing().page();
    }

    /** Returns whether the page is only part of the leader of the group. */
    public boolean isPartOf() {
        return existing().isPartOf();
    }

    public DocWriteRequest<?> request(String run) {
        return after == null
                ? new DeleteRequest(run, key())
                : new IndexRequest(run).id(key()).source(after.source());
    }
}
