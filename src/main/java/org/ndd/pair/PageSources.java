package org.ndd.pair;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.Index;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.compat.Project;
import org.ndd.config.DocumentFields;
import org.ndd.config.MappingCheck;
import org.ndd.ingest.TargetOptions;

/**
 * Creates pages from the sources of documents. Uses the page that the processor wrote, or computes the page if the index computes it from
 * the source (metadata field {@code _ndd}). Used for one request.
 */
final class PageSources {

    private final Supplier<ClusterState> state;
    private final DocumentFields fields;
    private final Map<String, Optional<TargetOptions>> options = new HashMap<>();

    /**
     * @param state the cluster state, which has the mappings
     * @param fields names of the fields that the processor writes
     */
    PageSources(Supplier<ClusterState> state, DocumentFields fields) {
        this.state = state;
        this.fields = fields;
    }

    /**
     * Returns the parts of sources from which pages are created.
     *
     * @param name name of an index or an alias
     */
    synchronized String[] parts(String name) {
        List<String> parts = new ArrayList<>(List.of(fields.text(), fields.title(), fields.site(), fields.version()));
        IndexAbstraction named = Project.of(state.get()).getIndicesLookup().get(name);
        for (Index index : named == null ? List.<Index>of() : named.getIndices()) {
            options(index.getName())
                    .ifPresent(found -> parts.addAll(found.fields().all()));
        }
        return parts.toArray(String[]::new);
    }

    /** Returns the options with which an index computes pages; empty if the processor writes them. */
    private Optional<TargetOptions> options(String index) {
        return options.computeIfAbsent(index, name -> {
            IndexMetadata metadata = Project.of(state.get()).index(name);
            return metadata == null
                    ? Optional.empty()
                    : TargetOptions.ofMapping(MappingCheck.mapping(metadata), fields.parent());
        });
    }

    /**
     * Returns the page of a document. Linear in its length.
     *
     * @param index concrete index of the document
     * @param id id of the document
     * @param source source of the document, at least the {@link #parts}
     * @throws IllegalArgumentException if the document lacks the fields of the processor, or those that the processor would read
     */
    synchronized ComparablePage page(String index, String id, Map<String, Object> source) {
        return options(index)
                .map(found -> computed(found, index, id, source))
                .orElseGet(() -> written(index, id, source));
    }

    private ComparablePage computed(TargetOptions options, String index, String id, Map<String, Object> source) {
        PageInput input;
        try {
            input = options.fields().read(path -> XContentMapValues.extractValue(path, source));
        } catch (IllegalArgumentException missing) {
            throw unprocessed(fields, index, id);
        }
        PageAnalysis page = new PageAnalyzer(options.parameters()).analyze(input);
        return new ComparablePage(
                new IndexedSite(index, page.site()), id, page.text(), page.title(), options.version());
    }

    private ComparablePage written(String index, String id, Map<String, Object> source) {
        if (XContentMapValues.extractValue(fields.text(), source) instanceof String text
                && XContentMapValues.extractValue(fields.version(), source) instanceof String version) {
            String site = XContentMapValues.extractValue(fields.site(), source) instanceof String value ? value : null;
            String title = XContentMapValues.extractValue(fields.title(), source) instanceof String value ? value : "";
            return new ComparablePage(new IndexedSite(index, site), id, text, title, version);
        }
        throw unprocessed(fields, index, id);
    }

    /** Returns the error for a document without a page. */
    static IllegalArgumentException unprocessed(DocumentFields fields, String index, String id) {
        return new IllegalArgumentException("document [" + id + "] of index [" + index + "] has no [" + fields.text()
                + "] and [" + fields.version()
                + "]: index it through a pipeline with processor [near_dup], or run [POST /" + index
                + "/_ndd/backfill]");
    }
}
