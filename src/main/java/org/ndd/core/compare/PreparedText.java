package org.ndd.core.compare;

import java.util.Set;

/**
 * A text as it is compared, and what comparing derives from it. The text of a hub, a page that is compared with many, keeps that: under 40
 * bytes a code unit. Not thread-safe.
 */
final class PreparedText {
    private final String text;
    private final boolean hub;
    private char[] units;
    private WindowTable windows;
    private Set<String> figures;

    PreparedText(String text, boolean hub) {
        this.text = text;
        this.hub = hub;
    }

    String text() {
        return text;
    }

    int length() {
        return text.length();
    }

    /** Whether it is worth while to derive from this text rather than from the other. */
    boolean isHub() {
        return hub;
    }

    /** The code units; not to be changed. */
    char[] units() {
        if (units == null) {
            units = text.toCharArray();
        }
        return units;
    }

    /** The table of its windows. */
    WindowTable windows(int width, Runnable check) {
        if (windows == null || windows.windowWidth() != width) {
            windows = new WindowTable(units(), width, check);
        }
        return windows;
    }

    /** Its figures. */
    Set<String> figures() {
        if (figures == null) {
            figures = Figures.of(text);
        }
        return figures;
    }
}
