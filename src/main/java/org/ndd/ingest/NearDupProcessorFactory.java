package org.ndd.ingest;

import java.util.Map;
import org.elasticsearch.ingest.Processor;
import org.ndd.compat.ProcessorFactory;
import org.ndd.target.TargetOptions;

/**
 * Makes {@link NearDupProcessor}s from the options in a pipeline; a wrong option is a 400 that names the processor and
 * the option.
 */
public final class NearDupProcessorFactory implements ProcessorFactory {

    private final TargetMapping mapping;

    /** @param mapping checks whether an index has the mapping for the target field */
    public NearDupProcessorFactory(TargetMapping mapping) {
        this.mapping = mapping;
    }

    @Override
    public NearDupProcessor create(
            Map<String, Processor.Factory> factories, String tag, String description, Map<String, Object> config) {
        return new NearDupProcessor(tag, description, TargetOptions.parse(NearDupProcessor.TYPE, tag, config), mapping);
    }
}
