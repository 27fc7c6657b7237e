package org.ndd.it.yaml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;

/** The REST API specifications of some directories, by the name of the API. */
public final class ApiSpecs {

    private final Map<String, ApiSpec> specs;

    private ApiSpecs(Map<String, ApiSpec> specs) {
        this.specs = specs;
    }

    /** Reads every {@code *.json} of the directories; the file name must equal the name of the API. */
    public static ApiSpecs read(List<Path> folders) throws IOException {
        Map<String, ApiSpec> specs = new TreeMap<>();
        for (Path folder : folders) {
            for (Path file : jsonFiles(folder)) {
                String name = file.getFileName().toString().replaceFirst("\\.json$", "");
                ApiSpec former = specs.put(name, parse(name, Files.readString(file)));
                if (former != null) {
                    throw new IllegalArgumentException("[" + name + "] is specified twice");
                }
            }
        }
        return new ApiSpecs(specs);
    }

    private static List<Path> jsonFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.toString().endsWith(".json")).sorted().toList();
        }
    }

    /** The API with that name. */
    ApiSpec get(String name) {
        ApiSpec spec = specs.get(name);
        if (spec == null) {
            throw new IllegalArgumentException("[" + name + "] must be an API with a specification: " + specs.keySet());
        }
        return spec;
    }

    /** The names of all APIs with a prefix. */
    public Set<String> names(String prefix) {
        Set<String> names = new TreeSet<>(specs.keySet());
        names.removeIf(name -> name.startsWith(prefix) == false);
        return names;
    }

    /** The requests of each path of each API: a method and the path, with its parts in braces. */
    public List<Set<String>> requests() {
        List<Set<String>> requests = new ArrayList<>();
        for (ApiSpec spec : specs.values()) {
            for (ApiSpec.Path path : spec.paths()) {
                Set<String> ofPath = new TreeSet<>();
                path.methods().forEach(method -> ofPath.add(method + " " + path.template()));
                requests.add(ofPath);
            }
        }
        return requests;
    }

    /** The URL parameters of the APIs that match an endpoint; empty if there are none. */
    public Set<String> parameters(String endpoint) {
        Set<String> parameters = new TreeSet<>();
        for (ApiSpec spec : specs.values()) {
            if (spec.paths().stream().anyMatch(path -> matches(path.template(), endpoint))) {
                parameters.addAll(spec.params());
            }
        }
        return parameters;
    }

    private static boolean matches(String template, String endpoint) {
        String[] parts = template.split("/");
        String[] segments = endpoint.split("/");
        if (parts.length != segments.length) {
            return false;
        }
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].startsWith("{") == false && parts[i].equals(segments[i]) == false) {
                return false;
            }
        }
        return true;
    }

    static ApiSpec parse(String name, String json) throws IOException {
        Map<String, Object> file;
        try (XContentParser parser =
                XContentType.JSON.xContent().createParser(XContentParserConfiguration.EMPTY, json)) {
            file = parser.mapOrdered();
        }
        if (file.keySet().equals(Set.of(name)) == false) {
            throw new IllegalArgumentException(
                    "file [" + name + ".json] must specify [" + name + "], but has " + file.keySet());
        }
        Map<?, ?> api = (Map<?, ?>) file.get(name);
        if (api.get("stability") == null || api.get("documentation") == null) {
            throw new IllegalArgumentException("[" + name + "] must state its stability and its documentation");
        }
        List<ApiSpec.Path> paths = new ArrayList<>();
        for (Object entry : (List<?>) ((Map<?, ?>) api.get("url")).get("paths")) {
            Map<?, ?> path = (Map<?, ?>) entry;
            List<String> methods = ((List<?>) path.get("methods"))
                    .stream().map(String::valueOf).toList();
            paths.add(new ApiSpec.Path((String) path.get("path"), methods, names(path.get("parts"))));
        }
        Map<?, ?> body = (Map<?, ?>) api.get("body");
        return new ApiSpec(
                name,
                paths,
                names(api.get("params")),
                required(api.get("params")),
                body != null,
                body != null && Boolean.TRUE.equals(body.get("required")));
    }

    private static Set<String> names(Object map) {
        Set<String> names = new TreeSet<>();
        if (map != null) {
            ((Map<?, ?>) map).keySet().forEach(name -> names.add((String) name));
        }
        return names;
    }

    private static Set<String> required(Object params) {
        Set<String> names = names(params);
        names.removeIf(name ->
                Boolean.TRUE.equals(((Map<?, ?>) ((Map<?, ?>) params).get(name)).get("required")) == false);
        return names;
    }
}
