package org.ndd.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.elasticsearch.common.logging.LogConfigurator;
import org.ndd.cli.Options.InvalidOptionException;

/**
 * Executes the command {@code ndd}. Its exit code is 0 if all documents were used. It is 2 if documents were rejected, which the command
 * names. It is 1 if the command failed, so that its results are missing or incomplete.
 */
public final class Ndd {

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int REJECTED = 2;

    private static final int BUFFER_SIZE = 1 << 16;

    private Ndd() {}

    /** Executes the command line, and exits with its code. */
    public static void main(String[] args) throws IOException {
        LogConfigurator.configureESLogging();
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_SIZE)) {
            System.exit(run(List.of(args), new Console(System.in, out, err)));
        }
    }

    /** Executes a subcommand over files. */
    interface Command {

        /** @return the exit code */
        int run(Console console) throws IOException;
    }

    /** Executes a command line, and returns the exit code. */
    static int run(List<String> args, Console console) {
        try {
            int code = command(args).run(console);
            console.out().flush();
            return code;
        } catch (InvalidOptionException e) {
            console.printMessage(e.getMessage());
        } catch (IOException e) {
            console.printMessage("failed: " + e.getMessage());
        } catch (OutOfMemoryError e) {
            console.printMessage("[heap] must be larger for so many documents, but was ["
                    + (Runtime.getRuntime().maxMemory() >> 20) + "m]");
        }
        return FAILED;
    }

    private static Command command(List<String> args) {
        String name = args.isEmpty() ? "" : args.get(0);
        List<String> others = args.isEmpty() ? args : args.subList(1, args.size());
        return switch (name) {
            case "group" -> GroupCommand.of(others);
            case "compare" -> CompareCommand.of(others);
            case "evaluate" -> EvaluateCommand.of(others);
            default ->
                throw new InvalidOptionException("[command] must be one of [group, compare, evaluate], but was "
                        + (args.isEmpty() ? "missing" : "[" + name + "]") + " (see ndd --help)");
        };
    }

    /**
     * The standard streams of a command.
     *
     * @param in documents, if a file is called {@code -}
     * @param out results
     * @param err messages, progress and summaries
     */
    record Console(InputStream in, OutputStream out, PrintStream err) {

        /** Prints a message of the command, in the format of other scripts. */
        void printMessage(String message) {
            err.println("ndd: " + message);
        }

        /** Prints why a line of a file was rejected, without its characters that control the terminal. */
        void printRejection(String message) {
            err.println(message.replaceAll("[\\p{Cntrl}&&[^\t]]", "\uFFFD"));
        }
    }
}
