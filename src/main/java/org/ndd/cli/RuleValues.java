package org.ndd.cli;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.elasticsearch.common.time.DateFormatter;
import org.elasticsearch.common.time.DateFormatters;
import org.ndd.cli.Options.InvalidOptionException;
import org.ndd.config.MustAgree;
import org.ndd.config.SourceState;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;
import org.ndd.pair.MustAgreeFields;
import org.ndd.partition.plan.PartitionOptions;

/**
 * Reads the values of the fields that options name. A run reads them according to the mapping of its index. Without a mapping, strings are
 * keywords, or numbers and dates for a rule that compares numbers. Thread-safe.
 */
final class RuleValues {

    private static final DateFormatter DATES = DateFormatter.forPattern("strict_date_optional_time_nanos");

    private final MustAgree mustAgree;
    private final List<CanonicalRule> rules;
    private final Set<String> found = ConcurrentHashMap.newKeySet();
    private final Set<String> numbers = ConcurrentHashMap.newKeySet();
    private final Set<String> dates = ConcurrentHashMap.newKeySet();

    RuleValues(PartitionOptions options) {
        this.mustAgree = options.grouping().mustAgree();
        CanonicalRules canonicals = options.grouping().canonicals();
        this.rules = canonicals.fields();
    }

    /**
     * Returns the keys of the fields of {@code must_agree}.
     *
     * @throws IllegalArgumentException if a field holds an object
     */
    MustAgreeKeys mustAgreeKeys(SourceState document) {
        return mustAgree.isEmpty()
                ? MustAgreeKeys.NONE
                : MustAgreeKeys.of(mustAgree.fields().stream()
                        .map(field -> values("must_agree", field, document).stream()
                                .map(MustAgreeFields::text)
                                .toList())
                        .toList());
    }

    /**
     * Returns the values that rules for the canonical document compare, in the order of {@link CanonicalRules#fields}.
     *
     * @throws IllegalArgumentException if the rule cannot compare a value
     */
    List<Double> canonical(SourceState document) {
        List<Double> best = new ArrayList<>(rules.size());
        for (CanonicalRule rule : rules) {
            List<Object> values = values("canonical", rule.name(), document);
            best.add(rule.preferred().isEmpty() ? number(rule, values) : preferenceRank(rule.preferred(), values));
        }
        return best;
    }

    /**
     * Checks that at least one document has each of the fields, as a run checks the mapping of its index, and that no rule compares
     * numbers with dates: a year such as 2024 would be one of the first seconds of 1970.
     *
     * @param noDocuments whether there were no documents
     */
    void check(boolean noDocuments) {
        for (String option : List.of("must_agree", "canonical")) {
            Stream<String> names =
                    option.equals("canonical") ? rules.stream().map(CanonicalRule::name) : mustAgree.fields().stream();
            names.filter(name -> noDocuments == false && found.contains(name) == false)
                    .findFirst()
                    .ifPresent(name -> {
                        throw new InvalidOptionException("[" + option + "] must be fields of the documents, but was ["
                                + name + "], which none has");
                    });
        }
        numbers.stream().filter(dates::contains).sorted().findFirst().ifPresent(name -> {
            throw new InvalidOptionException(
                    "[canonical] must be fields of only numbers or only dates, but was [" + name + "], which has both");
        });
    }

    private List<Object> values(String option, String field, SourceState document) {
        List<Object> values = SourceState.elements(document.value(field));
        if (values.isEmpty() == false) {
            found.add(field);
        }
        for (Object value : values) {
            if ((value instanceof String || value instanceof Number || value instanceof Boolean) == false) {
                throw new IllegalArgumentException(
                        "[" + option + "] must be fields of strings, numbers and booleans, but was [" + field
                                + "], which holds [" + value + "]");
            }
        }
        return values;
    }

    private static Double preferenceRank(List<String> preferred, List<Object> values) {
        return values.stream()
                .map(value -> preferred.indexOf(value.toString()))
                .filter(place -> place >= 0)
                .min(Comparator.naturalOrder())
                .map(Integer::doubleValue)
                .orElse(null);
    }

    private Double number(CanonicalRule rule, List<Object> values) {
        List<Double> sorted = values.stream()
                .map(value -> number(rule.name(), value))
                .sorted()
                .toList();
        if (sorted.isEmpty()) {
            return null;
        }
        return rule.order() == CanonicalRule.Order.DESC ? Collections.max(sorted) : sorted.get(0);
    }

    private double number(String field, Object value) {
        if (value instanceof Boolean bool) {
            return bool ? 1 : 0;
        }
        try {
            // not Double.parseDouble, which accepts [NaN] and [1d]
            double number = new BigDecimal(value.toString()).doubleValue();
            numbers.add(field);
            return number;
        } catch (NumberFormatException e) {
            return date(field, value.toString());
        }
    }

    private double date(String field, String value) {
        try {
            double millis = DateFormatters.from(DATES.parse(value)).toInstant().toEpochMilli();
            dates.add(field);
            return millis;
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException(
                    "[canonical] must be fields of numbers or dates unless values are preferred, but was [" + field
                            + "], which holds [" + value + "]",
                    e);
        }
    }
}
