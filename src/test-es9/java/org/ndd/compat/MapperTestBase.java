package org.ndd.compat;

import java.util.List;
import org.elasticsearch.index.mapper.MapperTestCase;

/** Base class for tests of mappers whose fields do not support sorting and have no parameters. */
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
