package org.ndd.it.yaml;

import java.util.List;
import java.util.Map;

/** A named list of steps; a step is one keyword ({@code do}, {@code match}, …) with its argument. */
public record YamlSection(String name, List<Map.Entry<String, Object>> steps) {

    @Override
    public String toString() {
        return name;
    }
}
