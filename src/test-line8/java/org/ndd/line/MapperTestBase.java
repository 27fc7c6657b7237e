package org.ndd.line;

import org.elasticsearch.index.mapper.MapperTestCase;

/** Tests of a mapper whose fields cannot be sorted by. */
public abstract class MapperTestBase extends MapperTestCase {}
