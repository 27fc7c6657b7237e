package org.ndd.partition;

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
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.Reference;
import org.ndd.partition.plan.RunSpec.Publication;

/** A request to partition an index. All parameters except the index have defaults. */
public final class PartitionRequest extends IndicesActionRequest {

    /** Default of {@link #timeout()}. */
    public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueMinutes(10);

    private final QueryBuilder query;
    private final String dest;
    private final Publication publication;
    private final PartitionOptions options;
    private final boolean waitForCompletion;
    private final boolean boilerplateOnly;
    private TimeValue timeout = DEFAULT_TIMEOUT;
    private boolean forJob;
    private boolean checkOnly;

    /**
     * @param query selects the documents of the run; {@code null} for all
     * @param dest name of the destination; {@code null} for the default
     * @param boilerplateOnly whether the run only learns the boilerplate of the sites
     */
    public PartitionRequest(
            String[] indices,
            QueryBuilder query,
            String dest,
            Publication publication,
            PartitionOptions options,
            boolean waitForCompletion,
            boolean boilerplateOnly) {
        super(indices);
        this.query = query;
        this.dest = dest;
        this.publication = publication;
        this.options = options;
        this.waitForCompletion = waitForCompletion;
        this.boilerplateOnly = boilerplateOnly;
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
                false);
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
        return copy(dest, options.atMost(Speed.typed(documentsPerSecond)), waitForCompletion);
    }

    public PartitionRequest to(String destination) {
        return copy(destination, options, waitForCompletion);
    }

    /** Returns the same request with this reference, for example with names of indices instead of patterns. */
    public PartitionRequest against(Reference reference) {
        return copy(dest, options.against(reference), waitForCompletion);
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
        PartitionRequest request = copy(dest, options, false);
        request.forJob = true;
        request.checkOnly = starts == false;
        return request;
    }

    private PartitionRequest copy(String newDest, PartitionOptions newOptions, boolean wait) {
        PartitionRequest copy =
                new PartitionRequest(indices().clone(), query, newDest, publication, newOptions, wait, boilerplateOnly);
        copy.indicesOptions(indicesOptions());
        return copy.timeout(timeout);
    }

    /** Returns a request that only learns the boilerplate of the sites of an index. */
    public static PartitionRequest boilerplate(String[] indices, String field) {
        PartitionOptions options = new PartitionBody().field(field).options();
        return new PartitionRequest(indices, null, null, Publication.DEFAULT, options, true, true);
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

    public boolean boilerplateOnly() {
        return boilerplateOnly;
    }

    boolean isOfJob() {
        return forJob;
    }

    /** Whether the request starts no run, but only checks whether it could: also all privileges that the run needs until its end. */
    boolean checkOnly() {
        return checkOnly;
    }

    @Override
    public String getDescription() {
        return "partition of [" + String.join(",", indices()) + "]";
    }
}
