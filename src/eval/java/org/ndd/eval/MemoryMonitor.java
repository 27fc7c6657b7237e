package org.ndd.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/**
 * Watches, in a thread of its own, how much memory the nodes of a cluster use: the highest figure of any node that was seen when it was
 * asked, twice a second.
 */
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

    /** Heap in use, garbage included, in bytes. */
    long heapBytes() {
        return heapBytes;
    }

    /** What the request circuit breaker accounts for, in bytes. */
    long breakerBytes() {
        return breakerBytes;
    }

    private void watch() {
        try {
            while (thread.isInterrupted() == false) {
                look();
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private void look() throws InterruptedException {
        try {
            for (JsonNode one :
                    node.call("GET", "/_nodes/stats/jvm,breaker", null).path("nodes")) {
                heapBytes = Math.max(heapBytes, number(one, "/jvm/mem/heap_used_in_bytes"));
                breakerBytes = Math.max(breakerBytes, number(one, "/breakers/request/estimated_size_in_bytes"));
            }
        } catch (IOException e) {
            // a node that is too busy to answer is asked again
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
