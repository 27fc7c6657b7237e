package org.ndd.config;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.io.IOException;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** A request about open indices, data streams and aliases. Security replaces the names by those that the user has a right to see. */
public abstract class IndicesActionRequest extends ActionRequest implements IndicesRequest.Replaceable {

    private String[] indices;
    private IndicesOptions indicesOptions = IndicesOptions.strictExpandOpenAndForbidClosed();

    /** @param indices names or patterns as the user typed them */
    protected IndicesActionRequest(String... indices) {
        this.indices = indices;
    }

    protected IndicesActionRequest(StreamInput in) throws IOException {
        super(in);
        indices = in.readStringArray();
        indicesOptions = IndicesOptions.readIndicesOptions(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeStringArray(indices);
        indicesOptions.writeIndicesOptions(out);
    }

    @Override
    public ActionRequestValidationException validate() {
        return indices.length == 0 ? addValidationError("[index] must be named, but was missing", null) : null;
    }

    @Override
    public final String[] indices() {
        return indices;
    }

    @Override
    public final IndicesRequest indices(String... replacement) {
        this.indices = replacement;
        return this;
    }

    /** Returns how names are resolved. By default, each must be an open index, and wildcards match open indices that are not hidden. */
    @Override
    public final IndicesOptions indicesOptions() {
        return indicesOptions;
    }

    /** Sets {@link #indicesOptions()}. */
    public final void indicesOptions(IndicesOptions options) {
        indicesOptions = options;
    }

    @Override
    public boolean includeDataStreams() {
        return true;
    }
}
