package org.ndd.config;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.cluster.metadata.MetadataCreateIndexService;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.indices.InvalidIndexNameException;

/** Checks names of indices, aliases and runs before they reach the cluster state, and whether a path is a single name. */
public final class NameCheck {

    private NameCheck() {}

    /**
     * Whether a name is Unicode. With half of a surrogate pair it could be kept and not be written as JSON: a master that has it in the
     * cluster state cannot publish that any more, and nor can the next one. O(|name|).
     */
    public static boolean isWellFormed(String name) {
        return name.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    /** Whether the user's input for indices is one name: neither several, nor a pattern or {@code _all}, which may match several. */
    public static boolean isOneName(String... indices) {
        return indices.length == 1
                && Regex.isSimpleMatchPattern(indices[0]) == false
                && Metadata.ALL.equals(indices[0]) == false;
    }

    /** Any name in a form that a message may show. */
    public static String shown(String name) {
        return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /**
     * Rejects an invalid name of an index that a request makes.
     *
     * @param option that holds the name, for messages
     * @param kind of the named index, for messages
     * @param suffix appended to it in the name of the index; may be empty
     * @throws IllegalArgumentException if Elasticsearch does not allow the name
     */
    public static void checkNewIndex(String option, String kind, String name, String suffix) {
        if (isWellFormed(name) == false) {
            throw new IllegalArgumentException(
                    "[" + option + "] must be well-formed Unicode, but was [" + shown(name) + "]");
        }
        try {
            // with a suffix, [..] would be a name
            MetadataCreateIndexService.validateIndexOrAliasName(name, InvalidIndexNameException::new);
            MetadataCreateIndexService.validateIndexOrAliasName(name + suffix, InvalidIndexNameException::new);
            // names of indices have to be lower case, which those of aliases need not
            if (name.toLowerCase(Locale.ROOT).equals(name) == false) {
                throw new InvalidIndexNameException(name, "must be lowercase");
            }
        } catch (InvalidIndexNameException e) {
            throw new IllegalArgumentException(
                    "[" + option + "] must be a valid name of " + kind + ", but was [" + name + "]: " + e.getMessage(),
                    e);
        }
    }
}
