package org.ndd.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.TextSearchInfo;

/** A field with doc values that is not searchable. */
public abstract class DocValuesFieldType extends MappedFieldType {

    protected DocValuesFieldType(String name, Map<String, String> meta) {
        super(name, false, false, true, TextSearchInfo.NONE, meta);
    }
}
