package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Computes the digest by which equal documents are found: those of equal text and title. Among 70 million different documents, the
 * probability that any two have the same digest is one half, so runs compare their texts in any case. Short texts carry little information
 * ("page not found"), so equal ones are duplicates within one site only: their digest includes the site. A text without letters and digits
 * has no digest and is not a duplicate.
 */
public final class ContentDigest {

    /** Minimum width of the letters, marks and digits of a text that is not short. */
    private static final int SHORT = 20;

    private static final int LENGTH = 10;

    private static final long COUNT = Base36.count(LENGTH);

    private ContentDigest() {}

    /**
     * Returns the digest of a document: 10 characters of base 36. O(n).
     *
     * @param canonicalText see {@link CanonicalText}
     * @param title title as displayed; empty if unknown
     * @param site site of the document, or {@code null}; its section does not count
     * @return {@code null} for a text without letters and digits
     */
    public static String of(String canonicalText, String title, String site) {
        if (isEmpty(canonicalText)) {
            return null;
        }
        MessageDigest md5 = md5();
        if (isShort(canonicalText) && site != null) {
            md5.update(Site.withoutSection(site).getBytes(StandardCharsets.UTF_8));
            md5.update((byte) 0);
        }
        if (title.isEmpty() == false) {
            md5.update(title.getBytes(StandardCharsets.UTF_8));
            // another separator, so that a title is never mistaken for a site
            md5.update((byte) 1);
        }
        byte[] digest = md5.digest(canonicalText.getBytes(StandardCharsets.UTF_8));
        return Base36.write(Base36.scaled(ByteBuffer.wrap(digest).getLong(), COUNT), LENGTH);
    }

    /** Returns whether a text is too short to be a duplicate of a text of another site. */
    public static boolean isShort(String canonicalText) {
        return keyWidth(canonicalText, SHORT) < SHORT;
    }

    /** Returns whether a text has no letters and digits. Marks alone contain no information. */
    public static boolean isEmpty(String canonicalText) {
        for (int i = 0; i < canonicalText.length(); ) {
            int c = canonicalText.codePointAt(i);
            i += Character.charCount(c);
            if (Sentences.isKey(c) && isMark(c) == false) {
                return false;
            }
        }
        return true;
    }

    private static boolean isMark(int c) {
        int type = UCharacter.getType(c);
        return type == UCharacterCategory.NON_SPACING_MARK
                || type == UCharacterCategory.ENCLOSING_MARK
                || type == UCharacterCategory.COMBINING_SPACING_MARK;
    }

    /** Returns the width of letters, marks and digits; stops counting at {@code enough}. */
    private static int keyWidth(String text, int enough) {
        int width = 0;
        for (int i = 0; i < text.length() && width < enough; ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (Sentences.isKey(c)) {
                width += c < 0x80 ? 1 : 2 * Character.charCount(c);
            }
        }
        return width;
    }

    /** Returns MD5, for hashes that need not withstand attacks. */
    public static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }
}
