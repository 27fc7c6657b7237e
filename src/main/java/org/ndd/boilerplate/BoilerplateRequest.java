package org.ndd.boilerplate;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import org.elasticsearch.action.ActionRequestValidationException;
import org.ndd.config.IndexActionRequest;

/** A request to return or to delete the boilerplate of one site of one index. */
public final class BoilerplateRequest extends IndexActionRequest {

    private final String site;

    /**
     * @param index name of one index or alias of documents
     * @param site site as in the field {@code site} of its documents
     */
    public BoilerplateRequest(String index, String site) {
        super(index);
        this.site = site;
    }

    @Override
    public ActionRequestValidationException validate() {
        ActionRequestValidationException e = super.validate();
        if (site == null || site.isEmpty()) {
            e = addValidationError("[site] must be given", e);
        }
        return e;
    }

    public String site() {
        return site;
    }
}
