package org.ndd.rest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;

/** Writes the rows of a response. */
interface RowFormat {

    /** One JSON object per line. */
    RowFormat NDJSON = new RowFormat() {

        @Override
        public String contentType() {
            return "application/x-ndjson";
        }

        @Override
        public String header() {
            return "";
        }

        @Override
        public String row(Map<String, Object> row) {
            return json(row) + "\n";
        }

        @Override
        public String error(Exception e) {
            Throwable cause = ExceptionsHelper.unwrapCause(e);
            Map<String, Object> error = new LinkedHashMap<>();
            error.put("type", ElasticsearchException.getExceptionName(cause));
            error.put("reason", String.valueOf(cause.getMessage()));
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("error", error);
            line.put("status", ExceptionsHelper.status(cause).getStatus());
            return row(line);
        }
    };

    String contentType();

    /** Returns the text before the first row. */
    String header();

    /** Returns a row with its end of line. */
    String row(Map<String, Object> row);

    /** Returns the last line of an incomplete response. */
    String error(Exception e);

    static String json(Object value) {
        try (XContentBuilder builder = XContentFactory.jsonBuilder().value(value)) {
            return Strings.toString(builder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
