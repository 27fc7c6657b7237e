package org.ndd.partition.wire;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.template.SiteTemplate.Level;

/**
 * A site's template on the wire: the part of it that masking needs.
 *
 * @param template {@code null} if none is known
 */
public record WireTemplate(SiteTemplate template) implements Writeable {

    public WireTemplate(StreamInput in) throws IOException {
        this(
                in.readBoolean()
                        ? SiteTemplate.ofHashes(
                                in.readString(), in.readLongArray(), in.readLongArray(), in.readLongArray())
                        : null);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeBoolean(template != null);
        if (template != null) {
            out.writeString(template.site());
            out.writeLongArray(template.hashes(Level.COMMON));
            out.writeLongArray(template.hashes(Level.FULL));
            out.writeLongArray(template.titleWords());
        }
    }
}
