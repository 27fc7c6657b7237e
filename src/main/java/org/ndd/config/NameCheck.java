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
     * Returns whether a name is valid Unicode. Half of a surrogate pair could be stored, but not written as JSON: with it in the cluster
     * state, neither this master nor the next could publish the state. O(length).
     */
    public static boolean isWellFormed(String name) {
        return name.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    /** Returns whether the user's input for indices is one name, and not several names, a pattern or {@code _all}. */
    public static boolean isSingleName(String... indices) {
        return indices.length == 1
                && Regex.isSimpleMatchPattern(indices[0]) == false
                && Metadata.ALL.equals(indices[0]) == false;
    }

    /** Returns any name in a form that is valid in a message. */
    public static String printable(String name) {
        return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /**
     * Rejects an invalid name of an index that a request creates.
     *
     * @param option option with the name, for messages
     * @param kind kind of the named index, for messages
     * @param suffix suffix of the name of the index; may be empty
     * @throws IllegalArgumentException if Elasticsearch does not allow the name
     */
    public static void checkNewIndex(String option, String kind, String name, String suffix) {
        if (isWellFormed(name) == false) {
            throw new IllegalArgumentException(
                    "[" + option + "] must be well-formed Unicode, but was [" + printable(name) + "]");
        }
        try {
            // with a suffix, the validation of the whole name would accept [..]
            MetadataCreateIndexService.validateIndexOrAliasName(name, InvalidIndexNameException::new);
            MetadataCreateIndexService.validateIndexOrAliasName(name + suffix, InvalidIndexNameException::new);
            // names of indices must be in lower case, but names of aliases not
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
