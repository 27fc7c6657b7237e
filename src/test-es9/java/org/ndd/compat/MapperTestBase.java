package org.ndd.compat;

import java.util.List;
import org.elasticsearch.index.mapper.MapperTestCase;

/** Tests of a mapper whose fields cannot be sorted by and have no parameters. */
public abstract class MapperTestBase extends MapperTestCase {

    @Override
    protected final List<SortShortcutSupport> getSortShortcutSupport() {
        return List.of();
    }

    @Override
    protected final boolean supportsDocValuesSkippers() {
        return false;
    }
}
