package org.ndd.boilerplate;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.ndd.config.IndexActionRequest;

/** Names the boilerplate of one site of one index, to show or to forget it. */
public final class BoilerplateRequest extends IndexActionRequest {

    private final String site;

    /**
     * @param index one index or alias of pages
     * @param site as it stands in the field {@code site} of its documents
     */
    public BoilerplateRequest(String index, String site) {
        super(index);
        this.site = site;
    }

    public BoilerplateRequest(StreamInput in) throws IOException {
        super(in);
        site = in.readOptionalString();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeOptionalString(site);
    }

    @Override
    public ActionRequestValidationException validate() {
        ActionRequestValidationException e = super.validate();
        if (site == null || site.isEmpty()) {
            e = addValidationError("[site] must be given", e);
        }
        return e;
    }

    @Override
    public Task createTask(long id, String type, String action, TaskId parent, Map<String, String> headers) {
        return new CancellableTask(id, type, action, "", parent, headers);
    }

    @Override
    public String getDescription() {
        return "index[" + index() + "], site[" + site + "]";
    }

    public String site() {
        return site;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BoilerplateRequest that
                && Objects.equals(index(), that.index())
                && Objects.equals(site, that.site);
    }

    @Override
    public int hashCode() {
        return Objects.hash(index(), site);
    }
}
