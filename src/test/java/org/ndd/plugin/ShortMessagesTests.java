package org.ndd.plugin;

import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.sameInstance;

import java.util.List;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentLocation;
import org.elasticsearch.xcontent.XContentParseException;
import org.ndd.plugin.NddRestHandler.ShortMessages;

/** Errors keep their type, status and causes, and lose only the end of long messages. */
public class ShortMessagesTests extends ESTestCase {

    private static final String LONG = "[preset] must be one of [balanced], but was [" + "a".repeat(1_000_000) + "]";

    public void testLongMessages() {
        for (Exception e : List.of(
                new IllegalArgumentException(LONG),
                new ResourceNotFoundException(LONG),
                new ElasticsearchStatusException(LONG, RestStatus.CONFLICT),
                new XContentParseException(new XContentLocation(1, 7), LONG),
                new XContentParseException(null, "[1:2] failed to parse", new IllegalArgumentException(LONG)))) {
            Exception cut = ShortMessages.of(e);
            assertEquals(ElasticsearchException.getExceptionName(e), ElasticsearchException.getExceptionName(cut));
            assertEquals(ExceptionsHelper.status(e), ExceptionsHelper.status(cut));
            Throwable last = cut.getCause() == null ? cut : cut.getCause();
            assertTrue(last.getMessage().length() < ShortMessages.MAX_LENGTH + 200);
            assertThat(last.getMessage().strip(), endsWith(" characters)"));
        }
    }

    public void testMessageEndsBeforePair() {
        String message = "a".repeat(ShortMessages.MAX_LENGTH - 1) + "\uD83D\uDE00" + "b";
        assertThat(
                ShortMessages.of(new IllegalArgumentException(message)).getMessage(),
                endsWith("aaa... (" + message.length() + " characters)"));
    }

    public void testShortMessagesAndOtherExceptions() {
        for (Exception e :
                List.of(new IllegalArgumentException("[size] must be positive"), new NullPointerException())) {
            assertThat(ShortMessages.of(e), sameInstance(e));
        }
        assertThat(ShortMessages.of(new IllegalStateException(LONG)), instanceOf(IllegalStateException.class));
    }
}
