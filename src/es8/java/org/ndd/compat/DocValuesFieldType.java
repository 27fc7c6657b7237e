package org.ndd.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.TextSearchInfo;

/** A field that has doc values and nothing to search. */
public abstract class DocValuesFieldType extends MappedFieldType {

    protected DocValuesFieldType(String name, Map<String, String> meta) {
        super(name, false, false, true, TextSearchInfo.NONE, meta);
    }
}
