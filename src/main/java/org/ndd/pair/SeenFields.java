package org.ndd.pair;

import java.util.function.Predicate;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.rest.RestStatus;
import org.ndd.config.MappingCheck;
import org.ndd.target.TargetOptions;

/** Whether a user sees all that is read in comparisons. */
public final class SeenFields {

    private SeenFields() {}

    /**
     * Refuses a user from whom a field is hidden: to them it would look as if there were nothing.
     *
     * @param index a concrete one, whose mapping may name fields that texts are computed from
     * @param field the processor's target field
     * @param seen which fields of the index the user sees
     * @throws ElasticsearchSecurityException (403) where one is hidden
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
                    "[target_field] must be a field that the user sees in index ["
                            + index.getIndex().getName() + "], but was [" + field
                            + "], whose [" + hidden + "] is hidden by field-level security: it needs a grant of ["
                            + grant + "]",
                    RestStatus.FORBIDDEN);
        }
    }
}
