package org.ndd.compat;

import org.elasticsearch.ingest.Processor;

/** Creates processors of a type. */
public interface ProcessorFactory extends Processor.Factory {}
