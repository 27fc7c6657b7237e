package org.ndd.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.MappedFieldType;

/** A field that has doc values and nothing to search. */
public abstract class DocValuesFieldType extends MappedFieldType {

    protected DocValuesFieldType(String name, Map<String, String> meta) {
        super(name, IndexType.docValuesOnly(), false, meta);
    }

    /** Line 9 looks in doc values where there is nothing else; nobody could find anything in ours. */
    @Override
    public boolean isSearchable() {
        return false;
    }
}
