package org.ndd.plugin;

import java.io.IOException;
import java.io.Writer;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.common.bytes.ReleasableBytesReference;
import org.elasticsearch.common.collect.Iterators;
import org.elasticsearch.common.recycler.Recycler;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.rest.ChunkedRestResponseBodyPart;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestActionListener;
import org.ndd.inspect.RowStream;

/**
 * Sends a page of a response that streams rows. The channel requests the next page when it has sent this one. If that page cannot be read,
 * the response ends with a line that contains the reason. Closing the connection could lose this line, because it may still be in a buffer.
 */
final class RowsResponse implements ChunkedRestResponseBodyPart {

    private final RowStream stream;
    private final RowFormat format;
    private final ChunkedRestResponseBodyPart text;
    private final RowStream.Page page;
    private long characters;

    private RowsResponse(RowStream stream, RowFormat format, String header, RowStream.Page page) {
        this.stream = stream;
        this.format = format;
        this.page = page;
        // a page without rows also has a chunk
        Iterator<CheckedConsumer<Writer, IOException>> lines = Iterators.concat(
                Iterators.single(writer -> writer.write(header)),
                Iterators.map(page.rows().iterator(), row -> writer -> write(writer, row)));
        this.text = ChunkedRestResponseBodyPart.fromTextChunks(format.contentType(), lines);
    }

    /**
     * Returns a handler that sends a stream of rows as the response.
     *
     * @param file name under which browsers save the response
     */
    static RowStream.StreamHandler stream(RestChannel channel, RowFormat format, String file) {
        return (stream, first) -> {
            RestResponse response = RestResponse.chunked(
                    RestStatus.OK, new RowsResponse(stream, format, format.header(), first), stream::close);
            response.addHeader("Content-Disposition", "attachment; filename=\"" + file + "\"");
            response.addHeader("X-Content-Type-Options", "nosniff");
            channel.sendResponse(response);
        };
    }

    /** Returns a listener for the end of a stream, or for the reason why it does not begin. */
    static ActionListener<ActionResponse.Empty> end(RestChannel channel) {
        return new RestActionListener<>(channel) {
            @Override
            protected void ensureOpen() {
                // a closed connection also ends the stream
            }

            @Override
            protected void processResponse(ActionResponse.Empty ended) {
                // the rows were the response
            }
        };
    }

    private void write(Writer writer, Map<String, Object> row) throws IOException {
        String line = format.row().apply(row);
        characters += line.length();
        writer.write(line);
    }

    @Override
    public boolean isPartComplete() {
        return text.isPartComplete();
    }

    @Override
    public boolean isLastPart() {
        return page.last();
    }

    @Override
    public void getNextPart(ActionListener<ChunkedRestResponseBodyPart> listener) {
        stream.adaptPageSize(characters);
        stream.next(listener.<RowStream.Page>map(next -> new RowsResponse(stream, format, "", next))
                .delegateResponse((l, e) -> listener.onResponse(new RowsResponse(
                        stream, format, format.error().apply(e), new RowStream.Page(List.of(), true)))));
    }

    @Override
    public ReleasableBytesReference encodeChunk(int sizeHint, Recycler<BytesRef> recycler) throws IOException {
        return text.encodeChunk(sizeHint, recycler);
    }

    @Override
    public String getResponseContentTypeString() {
        return format.contentType();
    }
}
