package org.ndd.demo;

import java.io.PrintStream;
import java.util.Locale;

/**
 * The output of the demo: lines, headings, and a progress bar for work that takes more than two seconds. Uses colors only on a terminal.
 */
final class Console {

    private static final long BAR_DELAY_NANOS = 2_000_000_000L;
    private static final long REDRAW_NANOS = 200_000_000L;
    private static final int BAR = 40;

    private final PrintStream out;
    private final boolean terminal;
    private long barStart;
    private long barDrawn;
    private boolean barShown;

    Console(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Removes control characters, which a terminal would interpret. */
    static String plain(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}]+", " ");
    }

    void line(String format, Object... arguments) {
        endBar();
        out.println(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments));
    }

    void heading(String text) {
        line("");
        line(bold(text));
    }

    String bold(String text) {
        return terminal ? "\033[1m" + text + "\033[0m" : text;
    }

    /** Formats words that only the first text contains. */
    String removed(String text) {
        return terminal ? "\033[31m" + text + "\033[0m" : "[-" + text + "-]";
    }

    /** Formats words that only the second text contains. */
    String added(String text) {
        return terminal ? "\033[32m" + text + "\033[0m" : "{+" + text + "+}";
    }

    /** Starts a progress bar. */
    void startBar() {
        endBar();
        barStart = System.nanoTime();
        barDrawn = barStart;
    }

    /** Updates the progress bar, on a terminal and after two seconds. */
    void bar(String what, long done, long total) {
        long now = System.nanoTime();
        if (terminal == false || now - barStart < BAR_DELAY_NANOS || now - barDrawn < REDRAW_NANOS) {
            return;
        }
        barDrawn = now;
        barShown = true;
        double share = total <= 0 ? 0 : Math.min(1.0, (double) done / total);
        int full = (int) (share * BAR);
        out.printf(
                Locale.ROOT,
                "\r\033[K  %-12s [%s%s] %3d %%  %d s",
                what,
                "#".repeat(full),
                " ".repeat(BAR - full),
                (int) (share * 100),
                (now - barStart) / 1_000_000_000L);
        out.flush();
    }

    void endBar() {
        if (barShown) {
            out.print("\r\033[K");
            barShown = false;
        }
    }
}
