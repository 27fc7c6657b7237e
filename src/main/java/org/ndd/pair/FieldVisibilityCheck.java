package org.ndd.pair;

import java.util.function.Predicate;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.rest.RestStatus;
import org.ndd.config.MappingCheck;
import org.ndd.ingest.TargetOptions;

/** Checks whether a user may see all fields that comparisons read. */
public final class FieldVisibilityCheck {

    private FieldVisibilityCheck() {}

    /**
     * Rejects a user who may not see a field, because the field would seem to be missing.
     *
     * @param index concrete index, whose mapping may name fields from which texts are computed
     * @param field the processor's target field
     * @param seen returns whether the user may see a field of the index
     * @throws ElasticsearchSecurityException (403) if a field is hidden
     */
    public static void check(IndexMetadata index, String field, Predicate<String> seen) {
        String hidden = MappingCheck.hidden(field, seen);
        if (hidden == null) {
            hidden = TargetOptions.ofMapping(MappingCheck.mapping(index), field).stream()
                    .flatMap(options -> options.fields().all().stream())
                    .filter(seen.negate())
                    .findFirst()
                    .orElse(null);
        }
        if (hidden != null) {
            String grant = hidden.startsWith(field + ".") ? field + ".*" : hidden;
            throw new ElasticsearchSecurityException(
                    "[target_field] must be a field that the user may read in index ["
                            + index.getIndex().getName() + "], but was [" + field
                            + "], whose [" + hidden + "] is hidden by field-level security: it needs a grant of ["
                            + grant + "]",
                    RestStatus.FORBIDDEN);
        }
    }
}
