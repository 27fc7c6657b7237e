package org.ndd.partition.shard;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * The documents of a shard in decisions of people, with the leaders that the texts gave them.
 *
 * @param found the documents
 * @param docs a row for each document
 * @param leaders a row for the leader of each document
 */
public record DecidedDocs(List<DecisionDoc> found, DocList docs, DocList leaders) implements Writeable {

    /**
     * A document of a decision.
     *
     * @param id of the document
     * @param digest of its text, if a person saw this text in a decision; otherwise {@code null}
     */
    public record DecisionDoc(String id, String digest) implements Writeable {

        DecisionDoc(StreamInput in) throws IOException {
            this(in.readString(), in.readOptionalString());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(id);
            out.writeOptionalString(digest);
        }
    }

    public DecidedDocs(StreamInput in) throws IOException {
        this(in.readCollectionAsList(DecisionDoc::new), new DocList(in), new DocList(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeCollection(found);
        docs.writeTo(out);
        leaders.writeTo(out);
    }
}
