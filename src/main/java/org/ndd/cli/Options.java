package org.ndd.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * The options of a command line, with the names and values of the APIs, and its other arguments. A comma separates the values of a list;
 * objects are JSON.
 *
 * @param values values by name of the option, as JSON parsing returns them
 * @param arguments all other arguments, in order
 */
record Options(Map<String, Object> values, List<String> arguments) {

    private static final String PREFIX = "--";

    enum Kind {
        /** True if the option is present. */
        FLAG,
        TEXT,
        LIST,
        BOOLEAN,
        INTEGER,
        NUMBER,
        JSON
    }

    /** @param known the options of the command, with the kinds of their values */
    static Options parse(List<String> args, Map<String, Kind> known) {
        Map<String, Object> values = new LinkedHashMap<>();
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < args.size(); i++) {
            if (args.get(i).startsWith(PREFIX) == false) {
                arguments.add(args.get(i));
                continue;
            }
            String name = args.get(i).substring(PREFIX.length());
            Kind kind = known.get(name);
            if (kind == null) {
                String spelled = name.replace('-', '_');
                throw new InvalidOptionException("unknown option [" + args.get(i) + "] "
                        + (known.containsKey(spelled) ? "did you mean [--" + spelled + "]?" : "(see ndd --help)"));
            }
            if (kind != Kind.FLAG && ++i == args.size()) {
                throw new InvalidOptionException("[" + name + "] must be followed by a value, but was last");
            }
            Object value = kind == Kind.FLAG ? Boolean.TRUE : value(name, kind, args.get(i));
            if (values.put(name, value) != null) {
                throw new InvalidOptionException("[" + name + "] must be given once, but was given twice");
            }
        }
        return new Options(values, arguments);
    }

    private static Object value(String name, Kind kind, String value) {
        try {
            return switch (kind) {
                case FLAG, TEXT -> value;
                case LIST -> Arrays.asList(value.split(",", -1));
                case BOOLEAN -> parseBoolean(value);
                case INTEGER -> Integer.valueOf(value);
                case NUMBER -> Double.valueOf(value);
                case JSON -> json(value);
            };
        } catch (IllegalArgumentException | IOException e) {
            String rule = switch (kind) {
                case BOOLEAN -> "one of [true, false]";
                case INTEGER -> "an integer";
                case NUMBER -> "a number";
                default -> "a JSON object or list";
            };
            throw new InvalidOptionException("[" + name + "] must be " + rule + ", but was [" + value + "]");
        }
    }

    private static Boolean parseBoolean(String value) {
        if (value.equals("true") || value.equals("false")) {
            return Boolean.valueOf(value);
        }
        throw new IllegalArgumentException(value);
    }

    private static Object json(String value) throws IOException {
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(XContentParserConfiguration.EMPTY, value)) {
            Object parsed = parser.nextToken() == XContentParser.Token.START_ARRAY ? parser.list() : parser.map();
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException(value);
            }
            return parsed;
        }
    }

    boolean flag(String name) {
        return values.containsKey(name);
    }

    String text(String name, String defaultValue) {
        return (String) values.getOrDefault(name, defaultValue);
    }

    /** Returns the given options with these names. */
    Map<String, Object> select(Iterable<String> names) {
        Map<String, Object> some = new LinkedHashMap<>();
        for (String name : names) {
            if (values.containsKey(name)) {
                some.put(name, values.get(name));
            }
        }
        return some;
    }

    /** A command line was rejected, for a reason that users can read. */
    static final class InvalidOptionException extends RuntimeException {

        InvalidOptionException(String message) {
            super(message);
        }

        /** Wraps the reason of a parser of the APIs. */
        InvalidOptionException(RuntimeException rejected) {
            super(root(rejected).getMessage(), rejected);
        }

        private static Throwable root(Throwable e) {
            return e.getCause() == null ? e : root(e.getCause());
        }
    }
}
