package org.ndd.compat;

import org.elasticsearch.ingest.Processor;

/** Makes processors of a kind. */
public interface ProcessorFactory extends Processor.Factory {}
