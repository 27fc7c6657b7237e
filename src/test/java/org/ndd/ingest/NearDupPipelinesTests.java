package org.ndd.ingest;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ingest.CompoundProcessor;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.ingest.Pipeline;
import org.elasticsearch.ingest.PipelineConfiguration;
import org.elasticsearch.test.ESTestCase;
import org.ndd.compat.Calls;
import org.ndd.compat.TestCalls;

public class NearDupPipelinesTests extends ESTestCase {

    private final Map<String, PipelineConfiguration> configurations = new HashMap<>();
    private final IngestService ingest = mock(IngestService.class);

    private NearDupProcessor processor(String field, String target) {
        return new NearDupProcessor.Factory((index, name) -> {})
                .create(Map.of(), null, null, new HashMap<>(Map.of("field", field, "target_field", target)));
    }

    private void pipeline(String id, Map<String, Object> config, NearDupProcessor... processors) {
        configurations.put(id, new PipelineConfiguration(id, config));
        when(ingest.getPipeline(id)).thenReturn(new Pipeline(id, null, null, null, new CompoundProcessor()));
        when(Calls.processors(ingest, id, NearDupProcessor.class)).thenReturn(List.of(processors));
    }

    private NearDupPipelines pipelines() {
        return new NearDupPipelines(ingest, TestCalls.withPipelines(configurations));
    }

    private static Map<String, Object> calling(String... names) {
        List<Object> calls = List.of(names).stream()
                .<Object>map(name -> Map.of("pipeline", Map.of("name", name)))
                .toList();
        return Map.of("processors", calls.subList(0, 1), "on_failure", calls.subList(1, calls.size()));
    }

    public void testReturnsProcessorsOfTarget() {
        NearDupProcessor expected = processor("body", "ndd");
        pipeline("pages", Map.of("processors", List.of()), processor("body", "other"), expected);
        assertEquals(List.of(expected), pipelines().writing("ndd", "pages"));
        assertTrue(pipelines().exists("pages"));
    }

    public void testFollowsCalledPipelinesAndCycles() {
        NearDupProcessor inner = processor("body", "ndd");
        NearDupProcessor handler = processor("html", "ndd");
        pipeline("outer", calling("middle", "handler", "nowhere", "{{by.field}}"));
        pipeline("middle", calling("inner"));
        pipeline("inner", calling("outer"), inner);
        pipeline("handler", Map.of(), handler);
        List<NearDupProcessor> found = pipelines().writing("ndd", "outer");
        assertEquals(2, found.size());
        assertTrue(found.containsAll(List.of(inner, handler)));
    }

    public void testMissingPipeline() {
        when(Calls.processors(ingest, "_none", NearDupProcessor.class)).thenThrow(new IllegalArgumentException());
        assertEquals(List.of(), pipelines().writing("ndd", "_none"));
        assertFalse(pipelines().exists("_none"));
    }
}
