package org.ndd.ingest;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.ingest.PipelineConfiguration;
import org.elasticsearch.ingest.PipelineProcessor;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;

/**
 * Finds the {@link NearDupProcessor}s of a pipeline, including those under a condition, in a failure handler, and in pipelines that it
 * calls by name.
 */
public record NearDupPipelines(IngestService ingest, ClusterState state) {

    public boolean exists(String pipeline) {
        return ingest.getPipeline(pipeline) != null;
    }

    /** Returns the processors of a pipeline that write the target field; none if the pipeline does not exist. */
    public List<NearDupProcessor> writing(String targetField, String pipeline) {
        List<NearDupProcessor> found = new ArrayList<>();
        for (String name : withCalledPipelines(pipeline)) {
            Calls.processors(ingest, name, NearDupProcessor.class).stream()
                    .filter(processor -> processor.targetField().equals(targetField))
                    .forEach(found::add);
        }
        return found;
    }

    /** Returns the pipeline and all pipelines that it calls, without repetition, because calls may be circular. */
    private Set<String> withCalledPipelines(String pipeline) {
        Set<String> names = new LinkedHashSet<>();
        List<String> open = new ArrayList<>(List.of(pipeline));
        while (open.isEmpty() == false) {
            String name = open.remove(open.size() - 1);
            if (exists(name) && names.add(name)) {
                for (PipelineConfiguration configuration : IngestService.getPipelines(Project.named(state), name)) {
                    addCalledPipelines(configuration.getConfig(), open);
                }
            }
        }
        return names;
    }

    private static void addCalledPipelines(Object config, List<String> names) {
        if (config instanceof Map<?, ?> map) {
            if (map.get(PipelineProcessor.TYPE) instanceof Map<?, ?> call && call.get("name") instanceof String name) {
                names.add(name);
            }
            map.values().forEach(inner -> addCalledPipelines(inner, names));
        } else if (config instanceof List<?> list) {
            list.forEach(inner -> addCalledPipelines(inner, names));
        }
    }
}
