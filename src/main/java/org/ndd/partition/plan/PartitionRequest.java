package org.ndd.partition.plan;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.LocalAction.IndicesActionRequest;
import org.ndd.config.Speed;
import org.ndd.partition.plan.RunSpec.Publication;

/** A request to partition an index. All parameters except the index have defaults. */
public final class PartitionRequest extends IndicesActionRequest {

    public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueMinutes(10);

    private final QueryBuilder query;
    private final String dest;
    private final Publication publication;
    private final PartitionOptions options;
    private final boolean waitForCompletion;
    private final Purpose purpose;
    private TimeValue timeout = DEFAULT_TIMEOUT;

    public enum Purpose {
        /** Starts a run that groups documents. */
        RUN,
        /** Starts a run that only learns the boilerplate of the sites. */
        BOILERPLATE,
        /** Starts a full run of the destination's job. */
        RUN_OF_JOB,
        /**
         * Starts no run, but checks whether the destination's job could start one: also all privileges that the run needs until its end.
         */
        CHECK_OF_JOB
    }

    /**
     * @param query selects the documents of the run; {@code null} for all
     * @param dest name of the destination; {@code null} for the default
     */
    PartitionRequest(
            String[] indices,
            QueryBuilder query,
            String dest,
            Publication publication,
            PartitionOptions options,
            boolean waitForCompletion,
            Purpose purpose) {
        super(indices);
        this.query = query;
        this.dest = dest;
        this.publication = publication;
        this.options = options;
        this.waitForCompletion = waitForCompletion;
        this.purpose = purpose;
    }

    /** Reads the request of a job's full runs, which {@link #store} wrote. */
    public static PartitionRequest readStored(StreamInput in) throws IOException {
        String[] indices = in.readStringArray();
        IndicesOptions indicesOptions = IndicesOptions.readIndicesOptions(in);
        PartitionRequest request = new PartitionRequest(
                indices,
                in.readOptionalNamedWriteable(QueryBuilder.class),
                in.readOptionalString(),
                new Publication(in),
                new PartitionOptions(in),
                false,
                Purpose.RUN);
        request.indicesOptions(indicesOptions);
        return request.timeout(in.readTimeValue());
    }

    /** Writes the request of a job's full runs into the record of the job. */
    public void store(StreamOutput out) throws IOException {
        out.writeStringArray(indices());
        indicesOptions().writeIndicesOptions(out);
        out.writeOptionalNamedWriteable(query);
        out.writeOptionalString(dest);
        publication.writeTo(out);
        options.writeTo(out);
        out.writeTimeValue(timeout);
    }

    /** Reads a request; the body is {@code null} if the request has none. */
    public static PartitionRequest parse(String[] indices, XContentParser body, boolean waitForCompletion)
            throws IOException {
        return (body == null ? new PartitionBody() : PartitionBody.parse(body)).request(indices, waitForCompletion);
    }

    /** Returns the same request with another speed: documents per second, more than 0, or −1 for no limit. */
    public PartitionRequest atMost(double documentsPerSecond) {
        return copy(dest, options.atMost(Speed.typed(documentsPerSecond)), waitForCompletion, purpose);
    }

    public PartitionRequest to(String destination) {
        return copy(destination, options, waitForCompletion, purpose);
    }

    /** Returns the same request with this reference, for example with names of indices instead of patterns. */
    public PartitionRequest against(Reference reference) {
        return copy(dest, options.against(reference), waitForCompletion, purpose);
    }

    /** Returns all indices that the run reads, as the user wrote them: those of the source, then those of the reference. */
    public OriginalIndices readIndices() {
        return options.against().with(new OriginalIndices(this));
    }

    /**
     * Returns the same request as a request of the destination's job, which does not wait for the end of the run.
     *
     * @param starts whether a run starts; otherwise the request only checks whether it could
     */
    public PartitionRequest forJob(boolean starts) {
        return copy(dest, options, false, starts ? Purpose.RUN_OF_JOB : Purpose.CHECK_OF_JOB);
    }

    private PartitionRequest copy(String newDest, PartitionOptions newOptions, boolean wait, Purpose newPurpose) {
        PartitionRequest copy =
                new PartitionRequest(indices().clone(), query, newDest, publication, newOptions, wait, newPurpose);
        copy.indicesOptions(indicesOptions());
        return copy.timeout(timeout);
    }

    public static PartitionRequest boilerplate(String[] indices, String field) {
        PartitionOptions options = new PartitionBody().field(field).options();
        return new PartitionRequest(indices, null, null, Publication.DEFAULT, options, true, Purpose.BOILERPLATE);
    }

    public QueryBuilder query() {
        return query;
    }

    public String dest() {
        return dest;
    }

    public Publication publication() {
        return publication;
    }

    public PartitionOptions options() {
        return options;
    }

    /**
     * Returns the maximum time that the run waits for a missing resource, such as a shard without a copy, or a destination that rejects
     * writes.
     */
    public TimeValue timeout() {
        return timeout;
    }

    /** Sets {@link #timeout()}; more than 0. */
    public PartitionRequest timeout(TimeValue longest) {
        checkTimeout(longest);
        timeout = longest;
        return this;
    }

    public boolean waitForCompletion() {
        return waitForCompletion;
    }

    public Purpose purpose() {
        return purpose;
    }

    @Override
    public String getDescription() {
        return "partition of [" + String.join(",", indices()) + "]";
    }
}
