package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import java.util.ArrayList;
import java.util.List;

/** The words of a title: those of {@link Words}, and of Han each two neighbours. Numbers are none: they tell releases apart, not things. */
public final class TitleWords {

    private TitleWords() {}

    /** A title in the case of canonical text. */
    public static String folded(String title) {
        return UCharacter.foldCase(title, true);
    }

    /** The words of a title in the case of canonical text, in order; some may be there twice. O(n²) for the few words of a title. */
    public static List<String> of(String title) {
        String folded = folded(title);
        List<String> words = new ArrayList<>(Words.of(folded));
        for (int i = 0; i + 1 < folded.length(); i++) {
            if (Words.isHan(folded.charAt(i)) && Words.isHan(folded.charAt(i + 1))) {
                words.add(folded.substring(i, i + 2));
            }
        }
        return words;
    }
}
