package org.ndd.partition.wire;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.template.StoredTemplate;

/**
 * The answer to a question for a site's template.
 *
 * @param template {@code null} where none is known
 */
public record WireTemplate(StoredTemplate template) implements Writeable {

    public WireTemplate(StreamInput in) throws IOException {
        this(in.<StoredTemplate>readOptionalWriteable(StoredTemplate::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalWriteable(template);
    }
}
