package org.ndd.export;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.util.List;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.common.regex.Regex;
import org.ndd.config.Choice;

/**
 * Selects the documents of groups that are exported, their order, and their fields.
 *
 * @param filter selects the documents
 * @param sort order of the documents
 * @param fields names of the fields of the source that are exported
 * @param contributions whether to compare each duplicate with its canonical document and export the reasons of the verdict
 */
public record ExportOptions(ExportFilter filter, Sort sort, List<String> fields, boolean contributions) {

    /** The order of documents. */
    public enum Sort {
        /** The order of the index, which takes the least time. */
        DOC("_doc"),
        /** The order of groups, the canonical documents first. */
        GROUP("group");

        private final String value;

        Sort(String value) {
            this.value = value;
        }

        /** Returns the order with the name that users type. */
        public static Sort of(String value) {
            return Choice.of("sort", value, values(), Sort::value);
        }

        /** Returns the name that users type. */
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
