package org.ndd.demo;

import java.io.PrintStream;
import java.util.Locale;

/** What the reader sees: lines, headings, and a bar where something takes more than two seconds. Colours only on a terminal. */
final class Console {

    private static final long PATIENCE_NANOS = 2_000_000_000L;
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

    /** A text of a page, without what a terminal would take as a command. */
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

    /** What only the first text has. */
    String removed(String text) {
        return terminal ? "\033[31m" + text + "\033[0m" : "[-" + text + "-]";
    }

    /** What only the second text has. */
    String added(String text) {
        return terminal ? "\033[32m" + text + "\033[0m" : "{+" + text + "+}";
    }

    /** Begins something that may take long. */
    void startBar() {
        endBar();
        barStart = System.nanoTime();
        barDrawn = barStart;
    }

    /** Draws how far it is, on a terminal and after two seconds. */
    void bar(String what, long done, long total) {
        long now = System.nanoTime();
        if (terminal == false || now - barStart < PATIENCE_NANOS || now - barDrawn < REDRAW_NANOS) {
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
