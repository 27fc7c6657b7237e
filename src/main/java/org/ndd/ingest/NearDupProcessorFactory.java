package org.ndd.ingest;

import java.util.Map;
import org.elasticsearch.ingest.Processor;
import org.ndd.compat.ProcessorFactory;
import org.ndd.target.TargetOptions;

/**
 * Creates {@link NearDupProcessor}s from the options in a pipeline. An invalid option causes status 400, with the names of the processor
 * and the option.
 */
public final class NearDupProcessorFactory implements ProcessorFactory {

    private final TargetMapping mapping;

    /**
     * Creates a factory.
     *
     * @param mapping checks whether an index has the mapping for the target field
     */
    public NearDupProcessorFactory(TargetMapping mapping) {
        this.mapping = mapping;
    }

    @Override
    public NearDupProcessor create(
            Map<String, Processor.Factory> factories, String tag, String description, Map<String, Object> config) {
        return new NearDupProcessor(tag, description, TargetOptions.parse(NearDupProcessor.TYPE, tag, config), mapping);
    }
}
