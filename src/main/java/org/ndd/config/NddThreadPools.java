package org.ndd.config;

import java.util.List;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.EsExecutors.TaskTrackingConfig;
import org.elasticsearch.threadpool.ExecutorBuilder;
import org.elasticsearch.threadpool.FixedExecutorBuilder;

/**
 * The plugin's own bounded thread pools, so that its work never takes the threads of search, indexing or the network.
 *
 * <p>Work that waits for other nodes runs on {@link #WORK}; the work on these nodes runs on {@link #READ} and never waits itself, so the
 * two cannot block each other at any size.
 */
public final class NddThreadPools {

    /**
     * Long work: merging, comparing, deciding. A quarter of the cores, at least one. May wait for {@link #READ} of any
     * node.
     */
    public static final String WORK = "ndd";

    /** Short reads of a shard that answer another node's work. A quarter of the cores, at least one. Never waits. */
    public static final String READ = "ndd_read";

    /**
     * Comparing a window of hits that a search waits for, so that no search waits behind a partition run. Half of the cores, at least one.
     * Never waits.
     */
    public static final String SEARCH = "ndd_search";

    /**
     * Comparisons, analysis and verdicts for a request, so that no request waits behind a partition run, and no search behind a request.
     * Half of the cores, at least one. Never waits.
     */
    public static final String REQUEST = "ndd_request";

    private static final int SEARCH_QUEUE = 1000;

    private NddThreadPools() {}

    /** How much may wait for {@link #SEARCH}. */
    public static int searchQueue(Settings settings) {
        int size = settings.getAsInt("thread_pool." + SEARCH + ".queue_size", SEARCH_QUEUE);
        return size < 0 ? Integer.MAX_VALUE : size;
    }

    /** All pools; their sizes and queues are settings such as {@code thread_pool.ndd.size}. */
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
