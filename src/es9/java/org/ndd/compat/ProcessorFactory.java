package org.ndd.compat;

import java.util.Map;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.ingest.Processor;

/** Creates processors of a type. */
public interface ProcessorFactory extends Processor.Factory {

    Processor create(
            Map<String, Processor.Factory> factories, String tag, String description, Map<String, Object> config)
            throws Exception;

    @Override
    default Processor create(
            Map<String, Processor.Factory> factories,
            String tag,
            String description,
            Map<String, Object> config,
            ProjectId project)
            throws Exception {
        return create(factories, tag, description, config);
    }
}
