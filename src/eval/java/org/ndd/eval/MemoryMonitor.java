package org.ndd.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** Polls the memory of the nodes of a cluster twice per second in a separate thread, and records the maximum of any node. */
final class MemoryMonitor implements AutoCloseable {

    private static final long PERIOD_MILLIS = 500;

    private final RestClient node;
    private final Thread thread = new Thread(this::watch, "node-watch");
    private volatile long heapBytes;
    private volatile long breakerBytes;

    private MemoryMonitor(RestClient node) {
        this.node = node;
    }

    static MemoryMonitor start(RestClient node) {
        MemoryMonitor watch = new MemoryMonitor(node);
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    /** Returns the maximum heap in use, including garbage, in bytes. */
    long heapBytes() {
        return heapBytes;
    }

    /** Returns the maximum of the request circuit breaker, in bytes. */
    long breakerBytes() {
        return breakerBytes;
    }

    private void watch() {
        try {
            while (thread.isInterrupted() == false) {
                measure();
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private void measure() throws InterruptedException {
        try {
            for (JsonNode one :
                    node.call("GET", "/_nodes/stats/jvm,breaker", null).path("nodes")) {
                heapBytes = Math.max(heapBytes, number(one, "/jvm/mem/heap_used_in_bytes"));
                breakerBytes = Math.max(breakerBytes, number(one, "/breakers/request/estimated_size_in_bytes"));
            }
        } catch (IOException e) {
            // retries if a node is too busy to respond
        }
    }

    private static long number(JsonNode stats, String path) {
        return stats.requiredAt(path).longValue();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
