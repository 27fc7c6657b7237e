package org.ndd.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Shows the progress of a command in a line on the terminal. Thread-safe. */
final class Progress {

    private static final int WIDTH = 30;
    private static final long UPDATE_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final PrintStream err;
    private final boolean enabled;
    private final long start = System.nanoTime();
    private String phase = "";
    private long total;
    private long last;

    /** @param enabled whether to print the progress */
    Progress(PrintStream err, boolean enabled) {
        this.err = err;
        this.enabled = enabled;
    }

    /**
     * Begins a phase, if it is not the current one.
     *
     * @param all total work of the phase; 0 or less if it is not known
     */
    synchronized void startPhase(String name, long all) {
        if (phase.equals(name) == false) {
            phase = name;
            total = all;
            last = start - UPDATE_INTERVAL_NANOS;
            update(0, "");
        }
    }

    /**
     * Updates the line, if enough time has passed.
     *
     * @param done completed work of the phase
     * @param more text after the bar
     */
    synchronized void update(long done, String more) {
        long now = System.nanoTime();
        if (enabled == false || now - last < UPDATE_INTERVAL_NANOS && done < total) {
            return;
        }
        last = now;
        int filled = total <= 0 ? 0 : (int) Math.min(WIDTH, done * WIDTH / total);
        String share = total <= 0 ? "  ... " : String.format(Locale.ROOT, "%4d %%", Math.min(100, done * 100 / total));
        err.printf(
                Locale.ROOT,
                "\r%-12s [%s%s] %s %s  %s\033[K",
                phase,
                "#".repeat(filled),
                " ".repeat(WIDTH - filled),
                share,
                more,
                seconds());
    }

    /** Removes the line. */
    synchronized void clear() {
        if (enabled) {
            err.print("\r\033[K");
        }
    }

    /** Returns the time since the command began. */
    String seconds() {
        return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - start) / 1e9);
    }
}
