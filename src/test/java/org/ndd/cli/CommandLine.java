package org.ndd.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.ndd.cli.Ndd.Console;

/**
 * The output of a command line.
 *
 * @param code exit code
 * @param out standard output
 * @param err standard error
 */
public record CommandLine(int code, String out, String err) {

    /** Executes a command line in this process. */
    public static CommandLine run(String... args) {
        return run(new byte[0], args);
    }

    static CommandLine run(byte[] in, String... args) {
        return run(new ByteArrayInputStream(in), args);
    }

    static CommandLine run(InputStream in, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Ndd.run(List.of(args), new Console(in, out, new PrintStream(err, true, StandardCharsets.UTF_8)));
        return new CommandLine(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
