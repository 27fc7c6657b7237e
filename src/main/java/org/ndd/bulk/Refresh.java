package org.ndd.bulk;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.UnavailableShardsException;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.client.internal.Client;

/** Refreshes indices on all copies of their shards. */
public final class Refresh {

    private Refresh() {}

    /**
     * Refreshes indices, so that the next search finds all writes on any copy.
     *
     * @param listener fails with {@link UnavailableShardsException} (503) if a copy could not be refreshed: it stays in use, and its
     *     searches would find an earlier state
     */
    public static void execute(Client client, RefreshRequest request, ActionListener<Void> listener) {
        client.admin().indices().refresh(request, listener.map(response -> {
            for (DefaultShardOperationFailedException failure : response.getShardFailures()) {
                throw new UnavailableShardsException(
                        failure.index(), failure.shardId(), "a copy could not be refreshed: [{}]", failure.reason());
            }
            return null;
        }));
    }
}
