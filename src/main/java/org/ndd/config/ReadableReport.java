package org.ndd.config;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Writes reports whose fields are in maps. If the request has {@code human}, each field with milliseconds also has a readable field, as in
 * responses of Elasticsearch: {@code age} for {@code age_in_millis}.
 */
public final class ReadableReport {

    private static final String MILLIS = "_in_millis";

    /** Names of points in time. All others are durations. */
    private static final Set<String> TIMES = Set.of("start_time", "timestamp");

    private ReadableReport() {}

    public static XContentBuilder write(XContentBuilder builder, Map<String, Object> report) throws IOException {
        return builder.map(builder.humanReadable() ? readable(report) : report);
    }

    private static Map<String, Object> readable(Map<?, ?> report) {
        Map<String, Object> result = new LinkedHashMap<>();
        report.forEach((key, value) -> {
            String name = (String) key;
            if (name.endsWith(MILLIS) && value instanceof Number millis) {
                String readable = name.substring(0, name.length() - MILLIS.length());
                result.putIfAbsent(readable, readable(readable, millis.longValue()));
            }
            result.put(name, readable(value));
        });
        return result;
    }

    private static Object readable(Object value) {
        if (value instanceof Map<?, ?> map) {
            return readable(map);
        }
        return value instanceof List<?> list
                ? list.stream().map(ReadableReport::readable).toList()
                : value;
    }

    private static String readable(String name, long millis) {
        return TIMES.contains(name)
                ? Instant.ofEpochMilli(millis).toString()
                : TimeValue.timeValueMillis(millis).toString();
    }
}
