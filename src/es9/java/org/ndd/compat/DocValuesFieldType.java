package org.ndd.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.MappedFieldType;

/** A field with doc values that is not searchable. */
public abstract class DocValuesFieldType extends MappedFieldType {

    protected DocValuesFieldType(String name, Map<String, String> meta) {
        super(name, IndexType.docValuesOnly(), false, meta);
    }

    /** Elasticsearch 9 searches doc values if a field has no index. This field does not support it. */
    @Override
    public boolean isSearchable() {
        return false;
    }
}
