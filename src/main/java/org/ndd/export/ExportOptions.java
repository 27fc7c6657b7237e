package org.ndd.export;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.util.List;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.common.regex.Regex;
import org.ndd.config.Choice;

/**
 * Which documents of groups are exported, in which order, and with which fields.
 *
 * @param filter which documents
 * @param sort the order
 * @param fields of the source that are shown
 * @param contributions whether each duplicate is compared with its canonical document, to show the reasons of the verdict
 */
public record ExportOptions(ExportFilter filter, Sort sort, List<String> fields, boolean contributions) {

    /** The order of documents. */
    public enum Sort {
        /** That of the index, which takes the least time. */
        DOC("_doc"),
        /** By group, the canonical documents first. */
        GROUP("group");

        private final String value;

        Sort(String value) {
            this.value = value;
        }

        /** Reads the name that users type. */
        public static Sort of(String value) {
            return Choice.of("sort", value, values(), Sort::value);
        }

        /** The name that users type. */
        public String value() {
            return value;
        }
    }

    public ExportOptions {
        fields = List.copyOf(fields);
    }

    ActionRequestValidationException validate(ActionRequestValidationException before) {
        ActionRequestValidationException errors = filter.validate(before);
        for (String field : fields) {
            if (Regex.isSimpleMatchPattern(field)) {
                errors = addValidationError("[fields] must be names of fields, but was [" + field + "]", errors);
            }
        }
        return errors;
    }
}
