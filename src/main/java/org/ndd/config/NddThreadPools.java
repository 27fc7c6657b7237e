package org.ndd.config;

import java.util.List;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.EsExecutors.TaskTrackingConfig;
import org.elasticsearch.threadpool.ExecutorBuilder;
import org.elasticsearch.threadpool.FixedExecutorBuilder;

/**
 * Defines the bounded thread pools of the plugin, so that its work never takes the threads of search, indexing or the network.
 *
 * <p>Work that waits for other nodes runs on {@link #WORK}. The work on these nodes runs on {@link #READ} and never waits itself, so the
 * two cannot block each other at any size.
 */
public final class NddThreadPools {

    /**
     * Pool for long work: merging, comparing, deciding. A quarter of the cores, at least one thread. May wait for {@link #READ} of any
     * node.
     */
    public static final String WORK = "ndd";

    /** Pool for short reads of a shard for the work of another node. A quarter of the cores, at least one thread. Never waits. */
    public static final String READ = "ndd_read";

    /**
     * Pool for comparing the hits of a search, so that no search waits for a partition run. Half of the cores, at least one thread. Never
     * waits.
     */
    public static final String SEARCH = "ndd_search";

    /**
     * Pool for comparisons, analyses and verdicts of a request, so that no request waits for a partition run, and no search for a request.
     * Half of the cores, at least one thread. Never waits.
     */
    public static final String REQUEST = "ndd_request";

    private static final int SEARCH_QUEUE = 1000;

    private NddThreadPools() {}

    public static int searchQueue(Settings settings) {
        int size = settings.getAsInt("thread_pool." + SEARCH + ".queue_size", SEARCH_QUEUE);
        return size < 0 ? Integer.MAX_VALUE : size;
    }

    /** Returns all pools. Their sizes and queues are settings such as {@code thread_pool.ndd.size}. */
    public static List<ExecutorBuilder<?>> builders(Settings settings) {
        int processors = EsExecutors.allocatedProcessors(settings);
        int quarter = Math.max(1, processors / 4);
        int half = Math.max(1, processors / 2);
        return List.of(
                pool(settings, WORK, quarter, 100),
                pool(settings, READ, quarter, 1000),
                pool(settings, SEARCH, half, SEARCH_QUEUE),
                pool(settings, REQUEST, half, 1000));
    }

    private static ExecutorBuilder<?> pool(Settings settings, String name, int size, int queue) {
        return new FixedExecutorBuilder(
                settings, name, size, queue, "thread_pool." + name, TaskTrackingConfig.DO_NOT_TRACK);
    }
}
