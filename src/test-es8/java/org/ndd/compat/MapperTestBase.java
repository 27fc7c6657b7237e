package org.ndd.compat;

import org.elasticsearch.index.mapper.MapperTestCase;

/** Tests of a mapper whose fields cannot be sorted by and have no parameters. */
public abstract class MapperTestBase extends MapperTestCase {}
