package org.ndd.ingest;

import static org.elasticsearch.ingest.ConfigurationUtils.newConfigurationException;
import static org.elasticsearch.ingest.ConfigurationUtils.readBooleanProperty;
import static org.elasticsearch.ingest.ConfigurationUtils.readIntProperty;
import static org.elasticsearch.ingest.ConfigurationUtils.readOptionalList;
import static org.elasticsearch.ingest.ConfigurationUtils.readOptionalStringProperty;
import static org.elasticsearch.ingest.ConfigurationUtils.readStringOrIntProperty;
import static org.elasticsearch.ingest.ConfigurationUtils.readStringProperty;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.xcontent.ParseField;
import org.ndd.analysis.PageParameters;
import org.ndd.compat.ProcessorFactory;
import org.ndd.config.DocumentFields;
import org.ndd.config.FingerprintOptions;
import org.ndd.config.NameCheck;
import org.ndd.config.PageOptions;

/**
 * Makes {@link NearDupProcessor}s from the options in a pipeline; a wrong option is a 400 that names the processor and
 * the option.
 */
public final class NearDupProcessorFactory implements ProcessorFactory {

    private static final String FIELD = "field";
    private static final String FIELDS = "fields";
    private static final String TARGET_FIELD = "target_field";
    private static final String URL_FIELD = "url_field";
    private static final String TITLE_FIELD = "title_field";
    private static final String SITE_FIELD = "site_field";
    private static final String IGNORE_MISSING = "ignore_missing";

    /** Fields that one page may be read from. */
    private static final int MAX_FIELDS = 16;

    private final TargetMapping mapping;

    /** @param mapping checks whether an index has the mapping for the target field */
    public NearDupProcessorFactory(TargetMapping mapping) {
        this.mapping = mapping;
    }

    @Override
    public NearDupProcessor create(
            Map<String, Processor.Factory> factories, String tag, String description, Map<String, Object> config) {
        String target =
                readStringProperty(NearDupProcessor.TYPE, tag, config, TARGET_FIELD, DocumentFields.DEFAULT_PARENT);
        checkName(tag, TARGET_FIELD, target);
        List<String> input = input(tag, config, target);
        PageFields fields = new PageFields(
                input,
                aid(tag, config, target, URL_FIELD),
                aid(tag, config, target, TITLE_FIELD),
                aid(tag, config, target, SITE_FIELD));
        boolean ignoreMissing = readBooleanProperty(NearDupProcessor.TYPE, tag, config, IGNORE_MISSING, false);
        return new NearDupProcessor(tag, description, fields, target, ignoreMissing, parameters(tag, config), mapping);
    }

    /** The input fields of the page: {@code field}, or {@code fields}. */
    private static List<String> input(String tag, Map<String, Object> config, String target) {
        List<String> fields = readOptionalList(NearDupProcessor.TYPE, tag, config, FIELDS);
        if (fields == null && config.containsKey(FIELD) == false && config.isEmpty() == false) {
            throw configurationException(
                    tag,
                    "[field] must be the name of the field with the text, or [fields] names of several, but was missing among "
                            + new TreeSet<>(config.keySet()));
        }
        if (config.get(FIELD) instanceof List<?> several) {
            throw configurationException(
                    tag, "[field] must be the name of one field, but was " + several + ": use [fields] for several");
        }
        String field = fields == null
                ? readStringProperty(NearDupProcessor.TYPE, tag, config, FIELD)
                : readOptionalStringProperty(NearDupProcessor.TYPE, tag, config, FIELD);
        if (fields == null) {
            checkName(tag, FIELD, field);
            refuseOverwriting(tag, target, FIELD, field);
            return List.of(field);
        }
        if (field != null) {
            throw configurationException(tag, "[field] must be omitted if [fields] is given, but was [" + field + "]");
        }
        List<?> given = fields; // with elements of any type
        boolean names = given.stream().allMatch(name -> name instanceof String string && string.isBlank() == false);
        if (fields.isEmpty()
                || fields.size() > MAX_FIELDS
                || names == false
                || Set.copyOf(fields).size() < fields.size()) {
            throw configurationException(
                    tag,
                    "[fields] must be between [1] and [" + MAX_FIELDS + "] different names of fields, but was "
                            + fields);
        }
        for (String name : fields) {
            checkName(tag, FIELDS, name);
            refuseOverwriting(tag, target, FIELDS, name);
        }
        return fields;
    }

    /** A field that helps to judge a page, or null. */
    private static String aid(String tag, Map<String, Object> config, String target, String option) {
        String field = readOptionalStringProperty(NearDupProcessor.TYPE, tag, config, option);
        checkName(tag, option, field);
        refuseOverwriting(tag, target, option, field);
        return field;
    }

    private static PageParameters parameters(String tag, Map<String, Object> config) {
        PageOptions.Builder options = new PageOptions.Builder();
        String preset = readOptionalStringProperty(
                NearDupProcessor.TYPE, tag, config, FingerprintOptions.PRESET.getPreferredName());
        String format =
                readStringProperty(NearDupProcessor.TYPE, tag, config, PageOptions.FORMAT.getPreferredName(), "auto");
        String maxBytes = readStringOrIntProperty(
                NearDupProcessor.TYPE,
                tag,
                config,
                PageOptions.MAX_BYTES.getPreferredName(),
                PageParameters.DEFAULT_MAX_BYTES + "b");
        boolean noise = readBooleanProperty(
                NearDupProcessor.TYPE, tag, config, FingerprintOptions.NOISE.getPreferredName(), false);
        FingerprintOptions.Builder fingerprints = options.fingerprints()
                .noise(noise)
                .minSentence(number(tag, config, FingerprintOptions.MIN_SENTENCE))
                .minWidth(number(tag, config, FingerprintOptions.MIN_WIDTH))
                .buckets(number(tag, config, FingerprintOptions.BUCKETS))
                .rounds(number(tag, config, FingerprintOptions.ROUNDS))
                .perBucket(number(tag, config, FingerprintOptions.PER_BUCKET));
        try {
            if (preset != null) {
                fingerprints.preset(preset);
            }
            return options.format(format)
                    .maxBytes(maxBytes.chars().allMatch(Character::isDigit) ? maxBytes + "b" : maxBytes)
                    .build();
        } catch (IllegalArgumentException e) {
            throw configurationException(tag, e.getMessage());
        }
    }

    private static Integer number(String tag, Map<String, Object> config, ParseField name) {
        return readIntProperty(NearDupProcessor.TYPE, tag, config, name.getPreferredName(), null);
    }

    /** An invalid name of a field would make the processor fail for every document. */
    private static void checkName(String tag, String option, String name) {
        boolean none = name != null && Arrays.stream(name.split("\\.", -1)).anyMatch(String::isBlank);
        if (none) {
            throw configurationException(tag, "[" + option + "] must be the name of a field, but was [" + name + "]");
        }
        if (name != null && NameCheck.isWellFormed(name) == false) {
            throw configurationException(
                    tag, "[" + option + "] must be well-formed Unicode, but was [" + NameCheck.shown(name) + "]");
        }
    }

    /** The target is replaced as a whole: an input in it would be gone after the first run. */
    private static void refuseOverwriting(String tag, String target, String name, String field) {
        if (field != null
                && (field.equals(target) || field.startsWith(target + ".") || target.startsWith(field + "."))) {
            throw configurationException(
                    tag, "[target_field] must be apart from [" + name + "] [" + field + "], but was [" + target + "]");
        }
    }

    /** Our messages start with the option's name in brackets, which Elasticsearch wants by itself. */
    private static ElasticsearchException configurationException(String tag, String message) {
        int end = message.indexOf("] ");
        return newConfigurationException(
                NearDupProcessor.TYPE, tag, message.substring(1, end), message.substring(end + 2));
    }
}
