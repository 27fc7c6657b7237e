package org.ndd.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * The standard streams of a command.
 *
 * @param in documents, if a file is called {@code -}
 * @param out results
 * @param err messages, progress and summaries
 */
record Console(InputStream in, OutputStream out, PrintStream err) {

    /** Prints a message about the command, the way other scripts do. */
    void printMessage(String message) {
        err.println("ndd: " + message);
    }
}
