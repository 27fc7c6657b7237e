package org.ndd.core.boilerplate;

/**
 * A line that a site repeats.
 *
 * @param hash represents the line, see {@link LineHash}
 * @param level how it was found
 * @param pages on how many pages of the sample (of its leaders, for {@link SiteBoilerplate.Level#FULL}) it was
 * @param text the line, for people to read; cut to {@link #SHOWN} code units
 */
public record BoilerplateLine(long hash, SiteBoilerplate.Level level, int pages, String text) {

    /** Code units of a line that are kept to be shown. */
    public static final int SHOWN = 200;

    public BoilerplateLine {
        if (text.length() > SHOWN) {
            text = text.substring(0, Character.isHighSurrogate(text.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN);
        }
    }
}
