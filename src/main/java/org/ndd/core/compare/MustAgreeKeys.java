package org.ndd.core.compare;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.ndd.core.text.ContentDigest;

/**
 * The values that keep a document apart from others ({@code must_agree}), as one number per field: the key of the set of values of the
 * field, or {@link #NO_VALUE}. Two documents are kept apart if both have a value of one field and the sets differ. The sets must be equal;
 * an overlap does not suffice. So the documents with a value that are not kept apart all have the same key, and one number per field
 * suffices. No chain of overlaps leads from one set to another. A document without a value is not kept apart by that field: a missing value
 * does not count as a difference.
 *
 * <p>Numbers are hashes of 64 bits, so two sets are confused in one of 2^64 pairs. Immutable and thread-safe.
 */
public final class MustAgreeKeys {

    /** Key of a field without a value. */
    public static final long NO_VALUE = 0;

    /** The keys of a document that is not kept apart from any other. */
    public static final MustAgreeKeys NONE = new MustAgreeKeys(new long[0]);

    private final long[] keys;

    private MustAgreeKeys(long[] keys) {
        this.keys = keys;
    }

    /**
     * Returns the keys of a document.
     *
     * @param values for each field its values, in any order; empty if it has none
     */
    public static MustAgreeKeys of(List<? extends Collection<String>> values) {
        return of(values.stream().mapToLong(MustAgreeKeys::key).toArray());
    }

    /** Restores the keys from the result of {@link #toArray}. */
    public static MustAgreeKeys of(long... keys) {
        return keys.length == 0 ? NONE : new MustAgreeKeys(keys.clone());
    }

    /** Returns the key of a set of values. */
    static long key(Collection<String> values) {
        if (values.isEmpty()) {
            return NO_VALUE;
        }
        MessageDigest md5 = ContentDigest.md5();
        for (String value : new TreeSet<>(values)) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            md5.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
            md5.update(bytes);
        }
        long key = ByteBuffer.wrap(md5.digest()).getLong();
        return key == NO_VALUE ? 1 : key;
    }

    /** Returns whether the keys of one field keep two documents apart. */
    public static boolean disagree(long key, long other) {
        return key != other && key != NO_VALUE && other != NO_VALUE;
    }

    /** Returns whether any field keeps the two documents apart, so that they are never duplicates. */
    public boolean disagreesWith(MustAgreeKeys other) {
        return firstDisagreement(other) >= 0;
    }

    /**
     * Returns the index of the first field that keeps two documents apart, or -1. Fields of which only one document has a value are
     * ignored.
     */
    public int firstDisagreement(MustAgreeKeys other) {
        for (int field = 0; field < Math.min(keys.length, other.keys.length); field++) {
            if (disagree(keys[field], other.keys[field])) {
                return field;
            }
        }
        return -1;
    }

    /** Returns the number of fields. */
    public int size() {
        return keys.length;
    }

    /** Returns the keys, one per field. */
    public long[] toArray() {
        return keys.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MustAgreeKeys that && Arrays.equals(keys, that.keys);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(keys);
    }

    @Override
    public String toString() {
        return Arrays.toString(keys);
    }
}
