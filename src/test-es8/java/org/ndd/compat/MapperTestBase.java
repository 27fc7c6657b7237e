package org.ndd.compat;

import org.elasticsearch.index.mapper.MapperTestCase;

/** Base class for tests of mappers whose fields do not support sorting and have no parameters. */
public abstract class MapperTestBase extends MapperTestCase {}
