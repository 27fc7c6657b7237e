package org.ndd.core.boilerplate;

/**
 * A line that a site repeats.
 *
 * @param hash represents the line, see {@link LineHash}
 * @param level level at which it is masked
 * @param pages number of documents of the sample that have it; for {@link SiteBoilerplate.Level#FULL} of its leaders
 * @param text the line as displayed; cut to {@link #SHOWN} code units
 */
public record BoilerplateLine(long hash, SiteBoilerplate.Level level, int pages, String text) {

    /** Maximum number of code units of a line that are kept to be displayed. */
    public static final int SHOWN = 200;

    public BoilerplateLine {
        if (text.length() > SHOWN) {
            text = text.substring(0, Character.isHighSurrogate(text.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN);
        }
    }
}
