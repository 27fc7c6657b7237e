package org.ndd.aggs;

import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.config.DocumentFields;

/**
 * How an aggregation makes sets of the documents of a shard.
 *
 * @param fields of the processor
 * @param boilerplate of the shard; {@code null} if texts are not compared
 */
record SetRules(DocumentFields fields, SetParameters parameters, LoadedBoilerplate boilerplate) {}
