package org.ndd.ingest;

import static org.elasticsearch.ingest.ConfigurationUtils.newConfigurationException;
import static org.elasticsearch.ingest.ConfigurationUtils.readBooleanProperty;
import static org.elasticsearch.ingest.ConfigurationUtils.readIntProperty;
import static org.elasticsearch.ingest.ConfigurationUtils.readOptionalList;
import static org.elasticsearch.ingest.ConfigurationUtils.readOptionalStringProperty;
import static org.elasticsearch.ingest.ConfigurationUtils.readStringOrIntProperty;
import static org.elasticsearch.ingest.ConfigurationUtils.readStringProperty;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.elasticsearch.ElasticsearchException;
import org.ndd.analysis.PageParameters;
import org.ndd.config.DocumentFields;
import org.ndd.config.FingerprintOptions;
import org.ndd.config.FingerprintOptions.PageOptions;
import org.ndd.config.NameCheck;

/**
 * The options of the processor {@code near_dup} and of the metadata field {@code _ndd}.
 *
 * @param fields from which the document is read
 * @param targetField object that contains the results
 * @param ignoreMissing whether a document without input is left unchanged
 * @param parameters of the analysis of the document
 */
public record TargetOptions(PageFields fields, String targetField, boolean ignoreMissing, PageParameters parameters) {

    private static final String FIELD = "field";
    private static final String FIELDS = "fields";
    private static final String TARGET_FIELD = "target_field";
    private static final String URL_FIELD = "url_field";
    private static final String TITLE_FIELD = "title_field";
    private static final String SITE_FIELD = "site_field";
    private static final String IGNORE_MISSING = "ignore_missing";

    /** Maximum number of input fields. */
    private static final int MAX_FIELDS = 16;

    /** A part of a name that is a position in an array. */
    private static final Pattern POSITION = Pattern.compile("(^|\\.)[0-9]+(\\.|$)");

    /** The metadata field whose parameters are these options. */
    public static final String METADATA_FIELD = "_ndd";

    /** Names of all options, with those of the input last. */
    public static final List<String> NAMES = List.of(
            TARGET_FIELD,
            URL_FIELD,
            TITLE_FIELD,
            SITE_FIELD,
            IGNORE_MISSING,
            PageOptions.FORMAT.getPreferredName(),
            PageOptions.MAX_BYTES.getPreferredName(),
            FingerprintOptions.PRESET.getPreferredName(),
            FingerprintOptions.NOISE.getPreferredName(),
            FingerprintOptions.MIN_SENTENCE.getPreferredName(),
            FingerprintOptions.MIN_WIDTH.getPreferredName(),
            FingerprintOptions.BUCKETS.getPreferredName(),
            FingerprintOptions.ROUNDS.getPreferredName(),
            FingerprintOptions.PER_BUCKET.getPreferredName(),
            FIELD,
            FIELDS);

    /**
     * Reads options.
     *
     * @param type of the processor or metadata field, for errors
     * @param tag of the processor, for errors; may be {@code null}
     * @param config the options, which are removed from it
     * @throws ElasticsearchException with status 400 and the name of the option if one is wrong
     */
    public static TargetOptions parse(String type, String tag, Map<String, Object> config) {
        return new Parser(type, tag, config).parse();
    }

    /** Returns the options of the metadata field in a mapping; empty if the index does not compute the fields below this field. */
    public static Optional<TargetOptions> ofMapping(Map<String, Object> mapping, String targetField) {
        if (mapping.get(METADATA_FIELD) instanceof Map<?, ?> config) {
            Map<String, Object> own = new HashMap<>();
            config.forEach((name, value) -> own.put(String.valueOf(name), value));
            TargetOptions options = parse(METADATA_FIELD, null, own);
            return options.targetField.equals(targetField) ? Optional.of(options) : Optional.empty();
        }
        return Optional.empty();
    }

    /** Returns the format and parameters of the fingerprints, as stored with every document. */
    public String version() {
        return parameters.fingerprints().version();
    }

    private record Parser(String type, String tag, Map<String, Object> config) {

        TargetOptions parse() {
            String target = readStringProperty(type, tag, config, TARGET_FIELD, DocumentFields.DEFAULT_PARENT);
            checkName(TARGET_FIELD, target);
            List<String> input = input(target);
            PageFields fields = new PageFields(
                    input,
                    additionalField(target, URL_FIELD),
                    additionalField(target, TITLE_FIELD),
                    additionalField(target, SITE_FIELD));
            boolean ignoreMissing = readBooleanProperty(type, tag, config, IGNORE_MISSING, false);
            return new TargetOptions(fields, target, ignoreMissing, parameters());
        }

        /** Returns the input fields: {@code field}, or {@code fields}. */
        private List<String> input(String target) {
            List<String> fields = readOptionalList(type, tag, config, FIELDS);
            if (fields == null && config.containsKey(FIELD) == false && config.isEmpty() == false) {
                throw configurationException(
                        "[field] must be the name of the field with the text, or [fields] names of several, but was missing among "
                                + new TreeSet<>(config.keySet()));
            }
            if (config.get(FIELD) instanceof List<?> several) {
                throw configurationException(
                        "[field] must be the name of one field, but was " + several + ": use [fields] for several");
            }
            String field = fields == null
                    ? readStringProperty(type, tag, config, FIELD)
                    : readOptionalStringProperty(type, tag, config, FIELD);
            if (fields == null) {
                checkName(FIELD, field);
                rejectOverwriting(target, FIELD, field);
                return List.of(field);
            }
            if (field != null) {
                throw configurationException("[field] must be omitted if [fields] is given, but was [" + field + "]");
            }
            List<?> values = fields; // with elements of any type
            boolean names =
                    values.stream().allMatch(name -> name instanceof String string && string.isBlank() == false);
            if (fields.isEmpty()
                    || fields.size() > MAX_FIELDS
                    || names == false
                    || Set.copyOf(fields).size() < fields.size()) {
                throw configurationException("[fields] must be between [1] and [" + MAX_FIELDS
                        + "] different names of fields, but was " + fields);
            }
            for (String name : fields) {
                checkName(FIELDS, name);
                rejectOverwriting(target, FIELDS, name);
            }
            return fields;
        }

        /** Returns the field of additional data (URL, title or site), or {@code null}. */
        private String additionalField(String target, String option) {
            String field = readOptionalStringProperty(type, tag, config, option);
            checkName(option, field);
            rejectOverwriting(target, option, field);
            return field;
        }

        private PageParameters parameters() {
            PageOptions.Builder options = new PageOptions.Builder();
            String preset = readOptionalStringProperty(type, tag, config, FingerprintOptions.PRESET.getPreferredName());
            String format = readStringProperty(type, tag, config, PageOptions.FORMAT.getPreferredName(), "auto");
            String maxBytes = readStringOrIntProperty(
                    type,
                    tag,
                    config,
                    PageOptions.MAX_BYTES.getPreferredName(),
                    PageParameters.DEFAULT_MAX_BYTES + "b");
            boolean noise = readBooleanProperty(type, tag, config, FingerprintOptions.NOISE.getPreferredName(), false);
            FingerprintOptions.Builder fingerprints = options.fingerprints().noise(noise);
            FingerprintOptions.NUMBERS.forEach(name ->
                    fingerprints.number(name, readIntProperty(type, tag, config, name.getPreferredName(), null)));
            try {
                if (preset != null) {
                    fingerprints.preset(preset);
                }
                return options.format(format)
                        .maxBytes(maxBytes.chars().allMatch(Character::isDigit) ? maxBytes + "b" : maxBytes)
                        .build();
            } catch (IllegalArgumentException e) {
                throw configurationException(e.getMessage());
            }
        }

        /** Rejects an invalid name of a field, which would fail for every document. */
        private void checkName(String option, String name) {
            // the first two are prefixes of ingest paths: the source that is checked later does not have these fields
            boolean none = name != null
                    && (name.startsWith("_ingest.")
                            || name.startsWith("_source.")
                            || Arrays.stream(name.split("\\.", -1)).anyMatch(String::isBlank));
            if (none) {
                throw configurationException("[" + option + "] must be the name of a field, but was [" + name + "]");
            }
            // comparisons and the security of fields filter sources by names of fields, which have no positions
            if (name != null
                    && type.equals(METADATA_FIELD)
                    && POSITION.matcher(name).find()) {
                throw configurationException(
                        "[" + option + "] must be the name of a field without positions in arrays, but was [" + name
                                + "]: specify the field of all elements, or use the processor [near_dup]");
            }
            if (name != null && NameCheck.isWellFormed(name) == false) {
                throw configurationException(
                        "[" + option + "] must be well-formed Unicode, but was [" + NameCheck.printable(name) + "]");
            }
        }

        /** Rejects an input field inside the target field, because the target field is replaced as a whole, and with it the input. */
        private void rejectOverwriting(String target, String name, String field) {
            if (field != null
                    && (field.equals(target) || field.startsWith(target + ".") || target.startsWith(field + "."))) {
                throw configurationException(
                        "[target_field] must be apart from [" + name + "] [" + field + "], but was [" + target + "]");
            }
        }

        /** Removes the name of the option in brackets at the start of a message, because Elasticsearch adds it. */
        private ElasticsearchException configurationException(String message) {
            int end = message.indexOf("] ");
            return newConfigurationException(type, tag, message.substring(1, end), message.substring(end + 2));
        }
    }
}
