package org.ndd.it.yaml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;

/** A file of YAML tests: the sections, and the steps before and after each of them. */
public record YamlSuite(String name, YamlSection setup, YamlSection teardown, List<YamlSection> sections) {

    /** Reads every {@code *.yml} in a directory and its subdirectories, in the order of their names. */
    public static List<YamlSuite> readAll(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(f -> f.toString().endsWith(".yml")).sorted().toList();
        }
        List<YamlSuite> suites = new ArrayList<>();
        for (Path file : files) {
            String name = folder.relativize(file).toString().replaceFirst("\\.yml$", "");
            suites.add(parse(name, Files.readString(file)));
        }
        return suites;
    }

    /** Parses a file: documents separated by {@code ---}, each a map from the name of a section to its steps. */
    static YamlSuite parse(String name, String yaml) throws IOException {
        YamlSection setup = new YamlSection("setup", List.of());
        YamlSection teardown = new YamlSection("teardown", List.of());
        List<YamlSection> sections = new ArrayList<>();
        for (Map<String, Object> document : documents(yaml)) {
            for (Map.Entry<String, Object> entry : document.entrySet()) {
                YamlSection section = new YamlSection(entry.getKey(), steps(name, entry));
                switch (entry.getKey()) {
                    case "setup" -> setup = section;
                    case "teardown" -> teardown = section;
                    default -> sections.add(section);
                }
            }
        }
        if (sections.isEmpty()) {
            throw new IllegalArgumentException("[" + name + "] has no test");
        }
        return new YamlSuite(name, setup, teardown, sections);
    }

    private static List<Map<String, Object>> documents(String yaml) throws IOException {
        List<Map<String, Object>> documents = new ArrayList<>();
        try (XContentParser parser =
                XContentType.YAML.xContent().createParser(XContentParserConfiguration.EMPTY, yaml)) {
            while (parser.nextToken() != null) {
                documents.add(parser.mapOrdered());
            }
        }
        return documents;
    }

    private static List<Map.Entry<String, Object>> steps(String file, Map.Entry<String, Object> section) {
        List<Map.Entry<String, Object>> steps = new ArrayList<>();
        if (section.getValue() instanceof List<?> == false) {
            throw new IllegalArgumentException("[" + file + "/" + section.getKey() + "] must be a list of steps");
        }
        for (Object step : (List<?>) section.getValue()) {
            if (step instanceof Map<?, ?> map && map.size() == 1) {
                Map.Entry<?, ?> only = map.entrySet().iterator().next();
                steps.add(Map.entry((String) only.getKey(), only.getValue()));
            } else {
                throw new IllegalArgumentException("a step must be one word with its argument, but was [" + step + "]");
            }
        }
        return List.copyOf(steps);
    }

    @Override
    public String toString() {
        return name;
    }
}
