package org.ndd.core.group;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.ndd.core.text.ApiName;
import org.ndd.core.text.ParameterCheck;
import org.ndd.core.text.Site;

/**
 * One of the rules that select the canonical document of a group. Rules are applied in turn until one distinguishes two documents; the rank
 * decides between documents that no rule distinguishes.
 *
 * @param name a built-in rule such as {@code _url_length}, or the name of a field
 * @param order whether low or high values are preferred
 * @param preferred values of the field, or suffixes of hosts, the best first; empty if numbers are compared
 */
public record CanonicalRule(String name, Order order, List<String> preferred) {

    /**
     * Maximum number of canonical documents of a group with which documents are compared. Of the documents near none of them, only equal
     * texts share a canonical document.
     */
    public static final int MAX_CANONICALS = 16;

    public static final int MAX_PREFERRED = 1000;

    /** The document of median length in its group, the longer one of two; then the shortest URL. */
    public static final List<CanonicalRule> DEFAULT = List.of(of("_typical_length"), of("_length"), of("_url_length"));

    /** Default preference of suffixes of hosts: institutions first, then companies, then all others. */
    private static final List<String> HOST_SUFFIXES = List.of("gov", "edu", "org", "com", "net");

    private static final Pattern HOST_SUFFIX = Pattern.compile("[^\\s./?#:@]++(?:\\.[^\\s./?#:@]++)*+");

    public enum Order implements ApiName {
        ASC,
        DESC;

        public static Order of(String value) {
            return ParameterCheck.choice("order", value, values());
        }
    }

    /** The built-in rules with the default order of each. */
    private enum BuiltIn {
        LENGTH("_length", Order.DESC),
        /** Distance of the length from the median of the group: a long outlier is not preferred to a hundred copies. */
        TYPICAL_LENGTH("_typical_length", Order.ASC),
        URL_LENGTH("_url_length", Order.ASC),
        STATIC_URL("_static_url", Order.ASC),
        HOST_SUFFIX("_host_suffix", Order.ASC),
        ID("_id", Order.ASC);

        private final String ruleName;
        private final Order order;

        BuiltIn(String ruleName, Order order) {
            this.ruleName = ruleName;
            this.order = order;
        }
    }

    public CanonicalRule {
        preferred = List.copyOf(preferred);
        if (name.startsWith("_") && builtIn(name) == null) {
            throw new IllegalArgumentException(
                    "[canonical] must be a field or one of [_length, _typical_length, _url_length, _static_url, _host_suffix, _id], "
                            + "but was [" + name + "]");
        }
    }

    /** Creates a rule that compares numbers, or a built-in rule. */
    public CanonicalRule(String name, Order order) {
        this(name, order, List.of());
    }

    /**
     * Returns a rule that prefers documents with the first of these values of a field; those without a preferred value come last. The same
     * applies to suffixes of hosts, such as {@code de} or {@code .co.uk}: whole labels, in upper or lower case.
     *
     * @param name a field, or {@code _host_suffix}
     * @param values the best first
     */
    public static CanonicalRule preferring(String name, List<String> values) {
        BuiltIn builtIn = builtIn(name);
        if (builtIn != null && builtIn != BuiltIn.HOST_SUFFIX) {
            throw new IllegalArgumentException(
                    "[canonical] must be a field or [_host_suffix] if values are preferred, but was [" + name + "]");
        }
        List<String> normalized = builtIn == null
                ? values
                : values.stream().map(CanonicalRule::hostSuffix).toList();
        if (normalized.isEmpty()
                || normalized.size() > MAX_PREFERRED
                || Set.copyOf(normalized).size() < normalized.size()) {
            throw new IllegalArgumentException("[canonical] must prefer between [1] and [" + MAX_PREFERRED
                    + "] different values of [" + name + "], but was " + values);
        }
        return new CanonicalRule(name, Order.ASC, normalized);
    }

    private static String hostSuffix(String typed) {
        String suffix = (typed.startsWith(".") ? typed.substring(1) : typed).toLowerCase(Locale.ROOT);
        if (suffix.length() > Site.MAX_HOST || HOST_SUFFIX.matcher(suffix).matches() == false) {
            throw new IllegalArgumentException(
                    "[canonical] must prefer suffixes of hosts such as [.de] in [_host_suffix], but was [" + typed
                            + "]");
        }
        return suffix;
    }

    /** Returns a built-in rule in its default order, or a rule that prefers the highest value of a field. */
    public static CanonicalRule of(String name) {
        BuiltIn builtIn = builtIn(name);
        return new CanonicalRule(name, builtIn == null ? Order.DESC : builtIn.order);
    }

    public boolean isField() {
        return builtIn(name) == null;
    }

    /** Returns whether the value of the rule for a document depends on the other documents of its group. */
    boolean dependsOnGroup() {
        return builtIn(name) == BuiltIn.TYPICAL_LENGTH;
    }

    /**
     * Returns the canonical document of a set of documents. O(n log n).
     *
     * @param fields rules for whose fields the candidates have values, in their order: all of {@code rules} that name a field
     * @param pages one document or more, including those of equal text
     * @param otherwise decides if no rule does
     */
    static <T> T canonical(
            List<CanonicalRule> rules,
            List<CanonicalRule> fields,
            List<T> pages,
            Function<T, CanonicalCandidate> candidate,
            Comparator<T> otherwise) {
        long[] lengths = pages.stream()
                .mapToLong(page -> candidate.apply(page).length())
                .sorted()
                .toArray();
        Comparator<CanonicalCandidate> byRules = comparator(rules, fields, lengths[lengths.length / 2]);
        return pages.stream()
                .min(Comparator.comparing(candidate, byRules).thenComparing(otherwise))
                .orElseThrow();
    }

    private static Comparator<CanonicalCandidate> comparator(
            List<CanonicalRule> rules, List<CanonicalRule> fields, long typicalLength) {
        // documents of a reference are preferred to all others
        Comparator<CanonicalCandidate> all =
                Comparator.comparing(candidate -> candidate.rank().isOfReference() == false);
        for (CanonicalRule rule : rules) {
            all = all.thenComparing(
                    rule.isField() ? rule.byField(fields.indexOf(rule)) : rule.builtInComparator(typicalLength));
        }
        return all.thenComparing(CanonicalCandidate::rank);
    }

    private Comparator<CanonicalCandidate> byField(int index) {
        Comparator<Double> values = order == Order.ASC ? Comparator.naturalOrder() : Comparator.reverseOrder();
        return Comparator.comparing(candidate -> candidate.fields().get(index), Comparator.nullsLast(values));
    }

    private Comparator<CanonicalCandidate> builtInComparator(long typicalLength) {
        return switch (builtIn(name)) {
            case LENGTH -> ordered(Comparator.comparingLong(CanonicalCandidate::length));
            case TYPICAL_LENGTH ->
                ordered(Comparator.comparingLong(candidate -> Math.abs(candidate.length() - typicalLength)));
            case URL_LENGTH -> byUrl(Comparator.comparingInt(String::length));
            case STATIC_URL -> byUrl(Comparator.comparingInt(url -> url.indexOf('?') < 0 ? 0 : 1));
            case HOST_SUFFIX -> byHostSuffix(preferred.isEmpty() ? HOST_SUFFIXES : preferred);
            case ID -> ordered(Comparator.comparing(CanonicalCandidate::id));
        };
    }

    /** Compares URLs; documents without a URL come last, in either order. */
    private Comparator<CanonicalCandidate> byUrl(Comparator<String> ascending) {
        return Comparator.comparing(CanonicalCandidate::url, Comparator.nullsLast(ordered(ascending)));
    }

    private <T> Comparator<T> ordered(Comparator<T> ascending) {
        return order == Order.ASC ? ascending : ascending.reversed();
    }

    private static BuiltIn builtIn(String name) {
        for (BuiltIn rule : BuiltIn.values()) {
            if (rule.ruleName.equals(name)) {
                return rule;
            }
        }
        return null;
    }

    private Comparator<CanonicalCandidate> byHostSuffix(List<String> suffixes) {
        Map<String, Integer> places = new HashMap<>();
        suffixes.forEach(suffix -> places.put(suffix, places.size()));
        return byUrl(Comparator.comparingInt(url -> suffixRank(url, places)));
    }

    /** Returns the best position among the preferred suffixes of a URL's host; beyond the last if none is preferred. */
    private static int suffixRank(String url, Map<String, Integer> places) {
        int start = url.startsWith("//") ? 2 : 0;
        int scheme = end(url, start, "/?#:");
        if (url.startsWith("://", scheme)) {
            start = scheme + 3;
        }
        // the host follows the name and password of a user
        start += url.substring(start, end(url, start, "/?#")).lastIndexOf('@') + 1;
        int hostEnd = end(url, start, "/?#:");
        // an absolute name of a host ends with a dot
        hostEnd -= hostEnd > start && url.charAt(hostEnd - 1) == '.' ? 1 : 0;
        String suffix = url.substring(start, hostEnd).toLowerCase(Locale.ROOT);
        int best = places.size();
        while (true) {
            best = Math.min(best, places.getOrDefault(suffix, best));
            int dot = suffix.indexOf('.');
            if (dot < 0) {
                return best;
            }
            suffix = suffix.substring(dot + 1);
        }
    }

    private static int end(String url, int start, String delimiters) {
        int end = start;
        while (end < url.length() && delimiters.indexOf(url.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /**
     * The properties of a document that rules for canonical documents compare.
     *
     * @param length length of its canonical text in UTF-8 bytes
     * @param url URL of the document, or {@code null}
     * @param fields for each of {@link CanonicalRules#fields}, in order: the field's value, or the position of the value among those that
     *     the rule prefers; {@code null} if the document has none
     */
    public record CanonicalCandidate(String id, Rank rank, long length, String url, List<Double> fields) {}
}
