package org.ndd.rank;

import org.elasticsearch.index.query.SearchExecutionContext;
import org.ndd.config.DocumentFields;
import org.ndd.config.MappingCheck;

/** Whether an index can have pages at all. */
final class MappedPages {

    private MappedPages() {}

    /**
     * Refuses an index that cannot have what the processor writes, as Elasticsearch refuses to sort and to collapse by a field that an
     * index does not have: a field that is misspelt would be no duplicates otherwise.
     *
     * @throws IllegalArgumentException where the index has no such field
     */
    static void require(DocumentFields fields, SearchExecutionContext context) {
        if (context.getFieldType(fields.text()) == null) {
            throw new IllegalArgumentException(
                    MappingCheck.missing(context.index().getName(), fields.parent(), fields.text()));
        }
    }
}
