package org.ndd.job;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.regex.Regex;

/**
 * Selects jobs by their ids.
 *
 * @param parts ids and patterns with {@code *}; empty for all jobs
 * @param allowNoMatch whether patterns may match no job; an id must always be that of a job
 */
public record JobPattern(List<String> parts, boolean allowNoMatch) {

    /** Pattern of ids, the same as for transforms of Elasticsearch. */
    private static final Pattern ID = Pattern.compile("[a-z0-9]([a-z0-9_.-]{0,62}[a-z0-9])?");

    public JobPattern {
        parts = List.copyOf(parts);
    }

    /** @param expression ids and patterns, separated by commas; {@code null} or {@code _all} for all jobs */
    public static JobPattern of(String expression, boolean allowNoMatch) {
        String[] parts = Strings.splitStringByCommaToArray(expression);
        boolean all = Arrays.asList(parts).contains(Metadata.ALL);
        return new JobPattern(all ? List.of() : List.of(parts), allowNoMatch);
    }

    /** Checks the id of a new job; throws {@link IllegalArgumentException} if it is invalid. */
    static void checkNewId(String id) {
        if (ID.matcher(id).matches() == false) {
            throw new IllegalArgumentException(
                    "[job_id] must be 1 to 64 characters of [a-z0-9_.-], the first and the last of [a-z0-9], but was ["
                            + id + "]");
        }
    }

    List<String> ids() {
        return parts.stream()
                .filter(part -> Regex.isSimpleMatchPattern(part) == false)
                .distinct()
                .toList();
    }

    List<String> patterns() {
        return parts.isEmpty()
                ? List.of("*")
                : parts.stream().filter(Regex::isSimpleMatchPattern).toList();
    }

    @Override
    public String toString() {
        return parts.isEmpty() ? Metadata.ALL : String.join(",", parts);
    }
}
