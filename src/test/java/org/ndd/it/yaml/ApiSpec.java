package org.ndd.it.yaml;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The specification of a REST API: its paths, its URL parameters, and whether it has a body. */
record ApiSpec(
        String name,
        List<Path> paths,
        Set<String> params,
        Set<String> requiredParams,
        boolean takesBody,
        boolean needsBody) {

    private static final Set<String> COMMON_PARAMS =
            Set.of("pretty", "human", "error_trace", "filter_path", "source", "source_content_type", "format");

    /** A path with its parts in braces, and its methods. */
    record Path(String template, List<String> methods, Set<String> parts) {}

    /** Thrown for unknown or missing arguments, which a client rejects before it sends a request. */
    static final class ParamException extends IllegalArgumentException {
        ParamException(String message) {
            super(message);
        }
    }

    /**
     * The request for some arguments.
     *
     * @param arguments path parts and URL parameters by name
     * @param body null if there is none
     * @throws ParamException if an argument or a body is missing, or unknown to the API
     */
    ApiCall call(Map<String, Object> arguments, Map<String, String> headers, String body) {
        if (body == null && needsBody) {
            throw new ParamException("[" + name + "] needs a body");
        }
        if (body != null && takesBody == false) {
            throw new ParamException("[" + name + "] takes no body");
        }
        Path path = paths.stream()
                .filter(p -> arguments.keySet().containsAll(p.parts()))
                .max(Comparator.comparingInt(p -> p.parts().size()))
                .orElseThrow(() -> new ParamException("[" + name + "] has no path for " + arguments.keySet()));
        for (String required : requiredParams) {
            if (arguments.containsKey(required) == false) {
                throw new ParamException("[" + name + "] needs the parameter [" + required + "]");
            }
        }
        String endpoint = path.template();
        Map<String, String> query = new TreeMap<>();
        for (Map.Entry<String, Object> argument : new LinkedHashMap<>(arguments).entrySet()) {
            String key = argument.getKey();
            String value = text(argument.getValue());
            if (path.parts().contains(key)) {
                endpoint = endpoint.replace("{" + key + "}", encode(value));
            } else if (params.contains(key) || COMMON_PARAMS.contains(key)) {
                query.put(key, value);
            } else {
                throw new ParamException("[" + name + "] knows no parameter [" + key + "]");
            }
        }
        return new ApiCall(method(path, body), endpoint, query, headers, body);
    }

    /** Selects a method that supports a body if there is one. */
    private static String method(Path path, String body) {
        return path.methods().stream()
                .filter(m -> body == null || m.equals("GET") == false)
                .findFirst()
                .orElse(path.methods().get(0));
    }

    private static String text(Object value) {
        if (value instanceof Collection<?> values) {
            return String.join(",", values.stream().map(String::valueOf).toList());
        }
        return String.valueOf(value);
    }

    private static String encode(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2C", ",")
                .replace("%2A", "*");
    }
}
