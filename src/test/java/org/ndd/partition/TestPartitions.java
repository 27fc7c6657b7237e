package org.ndd.partition;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.TaskState;
import org.ndd.partition.plan.PartitionRequest;

/** Requests for runs, and runs, with JSON as users write it. */
public final class TestPartitions {

    private static final XContentParserConfiguration QUERIES = XContentParserConfiguration.EMPTY.withRegistry(
            new NamedXContentRegistry(new SearchModule(Settings.EMPTY, List.of()).getNamedXContents()));

    private TestPartitions() {}

    /** @param source names of indices, separated by commas */
    public static PartitionRequest request(String source, String body, boolean wait) {
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(QUERIES, body)) {
            return PartitionRequest.parse(source.split(","), parser, wait);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a run at a maximum speed in documents per second; returns its id. */
    static String start(Client client, String source, double perSecond) {
        return client.execute(PartitionAction.TYPE, request(source, "{}", false).atMost(perSecond))
                .actionGet()
                .id();
    }

    /** Starts a run; returns its id. */
    static String start(Client client, String source) {
        return start(client, source, -1);
    }

    /** Completes a run. */
    public static PartitionReport run(Client client, String source, String body) {
        return run(client, request(source, body, true));
    }

    /** Completes a run. */
    public static PartitionReport run(Client client, PartitionRequest request) {
        PartitionReport report = client.execute(PartitionAction.TYPE, request)
                .actionGet(2, TimeUnit.MINUTES)
                .report();
        assertEquals(report.failure(), TaskState.COMPLETED, report.state());
        return report;
    }
}
