package org.ndd.decisions;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.config.DocumentName;

/** A document and the digest of its text, which is empty for a text without letters and digits. */
public record DocumentState(DocumentName name, String digest) implements Writeable {

    static final String INDEX = "index";

    static final String ID = "id";
    static final String DIGEST = "digest";

    public DocumentState(StreamInput in) throws IOException {
        this(new DocumentName(in.readString(), in.readString()), in.readString());
    }

    static DocumentState of(Map<?, ?> source) {
        return new DocumentState(
                new DocumentName((String) source.get(INDEX), (String) source.get(ID)), (String) source.get(DIGEST));
    }

    Map<String, Object> source() {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put(INDEX, name.index());
        source.put(ID, name.id());
        source.put(DIGEST, digest);
        return source;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(name.index());
        out.writeString(name.id());
        out.writeString(digest);
    }
}
