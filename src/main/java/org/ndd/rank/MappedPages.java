package org.ndd.rank;

import org.elasticsearch.index.query.SearchExecutionContext;
import org.ndd.config.DocumentFields;
import org.ndd.config.MappingCheck;

/** Whether an index can contain processed documents. */
final class MappedPages {

    private MappedPages() {}

    /**
     * Rejects an index that cannot have the fields of the processor, as Elasticsearch rejects a sort or collapse by a field that an index
     * does not have: otherwise a misspelled field would silently find no duplicates.
     *
     * @throws IllegalArgumentException if the index has no such field
     */
    static void require(DocumentFields fields, SearchExecutionContext context) {
        if (context.getFieldType(fields.text()) == null) {
            throw new IllegalArgumentException(
                    MappingCheck.missing(context.index().getName(), fields.parent(), fields.text()));
        }
    }
}
