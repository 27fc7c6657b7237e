package org.ndd.resolve;

import java.util.List;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.Index;
import org.ndd.bulk.BulkWriter;

/**
 * What all kinds of work need.
 *
 * @param client of the user, for children of the task
 * @param indices concrete ones of the pages
 * @param task counts what becomes of pages
 */
record JobTools(Client client, BulkWriter writer, List<Index> indices, ResolveTask task) {

    List<String> indexNames() {
        return indices.stream().map(Index::getName).toList();
    }
}
