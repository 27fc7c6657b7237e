package org.ndd.demo;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A run of the partition API: started, watched to its end. */
final class Partition {

    private static final long GLANCE_NANOS = 250_000_000L;

    private final Node node;
    private final String index;

    Partition(Node node, String index) {
        this.node = node;
        this.index = index;
    }

    /** Runs to the end and returns the report. */
    Map<String, Object> run(Console console) throws IOException, InterruptedException {
        Object id = node.call("POST", "/" + index + "/_ndd/partition", null).get("id");
        console.startBar();
        while (true) {
            Map<String, Object> report = node.call("GET", "/_ndd/partition/" + id + "?verbose=true", null);
            Object state = report.get("state");
            if ("completed".equals(state)) {
                console.endBar();
                return report;
            }
            if ("running".equals(state) == false) {
                throw new IOException("the partition is [" + state + "]: " + Json.list(report.get("failures")));
            }
            Object phase = report.get("phase");
            for (Object one : Json.list(report.get("phases"))) {
                if (Json.at(one, "phase").equals(phase)) {
                    console.bar(phase.toString(), number(one, "done"), number(one, "total"));
                }
            }
            LockSupport.parkNanos(GLANCE_NANOS);
        }
    }

    /** A number of a report, 0 where it is not there. */
    static long number(Object report, String path) {
        return Json.at(report, path) instanceof Number number ? number.longValue() : 0;
    }

    /** The alias that shows the groups. */
    static String groups(String index) {
        return index + "-ndd";
    }
}
