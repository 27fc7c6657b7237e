package org.ndd.job;

import org.ndd.config.LocalRequest;

/** Selects jobs to list. */
public final class JobListRequest extends LocalRequest {

    /** Default of {@link #size()}. */
    public static final int DEFAULT_SIZE = 100;

    /** Maximum of {@link #size()}. */
    public static final int MOST = 1000;

    private final JobPattern pattern;
    private final int from;
    private final int size;

    /**
     * @param from number of the jobs to skip, in order of their ids
     * @param size maximum number of jobs, 0 to 1000
     */
    public JobListRequest(JobPattern pattern, int from, int size) {
        if (from < 0) {
            throw new IllegalArgumentException("[from] must be at least [0], but was [" + from + "]");
        }
        if (size < 0 || size > MOST) {
            throw new IllegalArgumentException("[size] must be between [0] and [" + MOST + "], but was [" + size + "]");
        }
        this.pattern = pattern;
        this.from = from;
        this.size = size;
    }

    public JobPattern pattern() {
        return pattern;
    }

    public int from() {
        return from;
    }

    public int size() {
        return size;
    }

    @Override
    public String getDescription() {
        return "jobs[" + pattern + "]";
    }
}
