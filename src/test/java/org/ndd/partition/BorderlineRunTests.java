package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.analysis.PageAnalysis;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.partition.InMemoryBoilerplate;
import org.ndd.core.partition.InMemoryPartition;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.core.partition.PartitionParameters;

/** The groups of documents near the limits of similarity depend on nothing but the documents, whatever happened to the index before. */
@ESIntegTestCase.ClusterScope(numDataNodes = 3, numClientNodes = 0, supportsDedicatedMasters = false)
public class BorderlineRunTests extends PartitionTestCase {

    private final Map<String, BorderlineTexts.Text> texts = new TreeMap<>();
    private final Map<String, String> languages = new TreeMap<>();

    private final Map<String, BorderlineTexts.Text> archived = new TreeMap<>();

    private PartitionDocument document(String index, String id, BorderlineTexts.Text text, boolean withLanguages) {
        String language = languages.get(id);
        return text.document(index, id)
                .withMustAgreeKeys(
                        withLanguages
                                ? MustAgreeKeys.of(List.of(language == null ? List.of() : List.of(language)))
                                : MustAgreeKeys.NONE);
    }

    private List<String> expected(boolean withLanguages, boolean withBoilerplate, boolean withReference) {
        List<PartitionDocument> documents = new ArrayList<>();
        texts.forEach((id, text) -> documents.add(document("pages", id, text, withLanguages)));
        PartitionParameters parameters = PartitionParameters.BALANCED;
        if (withReference) {
            archived.forEach((id, text) -> documents.add(document("archive", id, text, withLanguages)));
            parameters = parameters.against(Set.of("archive"));
        }
        InMemoryBoilerplate boilerplate =
                new InMemoryBoilerplate(documents, FingerprintParameters.BALANCED, InMemoryBoilerplate.ALL, () -> {});
        IntStream.range(0, boilerplate.families()).forEach(boilerplate::learn);
        return TestCorpus.lines(new InMemoryPartition(parameters, ComparisonMemory.UNLIMITED)
                .run(documents, withBoilerplate ? boilerplate : site -> null, () -> {}));
    }

    private static XContentBuilder source(BorderlineTexts.Text text, String language) throws IOException {
        PageAnalysis analysis = text.analysis();
        XContentBuilder source =
                jsonBuilder().startObject().field("lang", language).startObject("ndd");
        source.field("text", analysis.text());
        source.field("title", analysis.title().isEmpty() ? null : analysis.title());
        source.field("fingerprints", analysis.fingerprintTerms());
        source.field("digest", analysis.digest());
        source.field("site", analysis.site());
        source.field("families", analysis.families());
        source.field("url", text.url());
        source.field("length", analysis.length());
        source.field("version", FingerprintParameters.BALANCED.version());
        return source.endObject().endObject();
    }

    private void create(String index, int shards) {
        assertAcked(prepareCreate(index)
                .setSettings(
                        Settings.builder().put("index.number_of_shards", shards).put("index.number_of_replicas", 0))
                .setMapping("ndd", "type=near_dup", "lang", "type=keyword"));
        ensureGreen(index);
    }

    private void put(String index, String id, BorderlineTexts.Text text) throws IOException {
        client().index(new IndexRequest(index).id(id).source(source(text, languages.get(id))))
                .actionGet();
        if (rarely()) {
            refresh(index);
        }
    }

    /** Indexes the documents in any order, with earlier versions and with other documents that are deleted again. */
    private void history(String index, BorderlineTexts others) throws IOException {
        List<String> ids = new ArrayList<>();
        for (String id : texts.keySet()) {
            ids.addAll(Collections.nCopies(between(1, 3), id));
        }
        for (int i = texts.size() / 3; i > 0; i--) {
            ids.add("other" + i);
        }
        Collections.shuffle(ids, random());
        for (int i = 0; i < ids.size(); i++) {
            String id = ids.get(i);
            boolean last = ids.lastIndexOf(id) == i;
            put(index, id, last && texts.containsKey(id) ? texts.get(id) : others.next());
            if (last == false && randomInt(3) == 0) {
                client().delete(new DeleteRequest(index, id)).actionGet();
            }
        }
        for (int i = texts.size() / 3; i > 0; i--) {
            client().delete(new DeleteRequest(index, "other" + i)).actionGet();
        }
        refresh(index);
    }

    public void testGroupsDependOnDocumentsOnly() throws IOException {
        BorderlineTexts made = new BorderlineTexts(random());
        for (int i = between(100, 400); i > 0; i--) {
            texts.put("doc" + i, made.next());
            languages.put("doc" + i, randomFrom("de", "en", null));
        }
        create("archive", between(1, 3));
        for (int i = texts.size() / 4; i > 0; i--) {
            archived.put("archived" + i, made.next());
            languages.put("archived" + i, randomFrom("de", "en", null));
            put("archive", "archived" + i, archived.get("archived" + i));
        }
        refresh("archive");
        create("one", 1);
        for (Map.Entry<String, BorderlineTexts.Text> text : texts.entrySet()) {
            put("one", text.getKey(), text.getValue());
        }
        refresh("one");
        create("five", 5);
        history("five", made);
        create("merged", between(1, 3));
        history("merged", made);
        indicesAdmin().prepareForceMerge("merged").setMaxNumSegments(1).get();
        refresh("merged");
        for (boolean withLanguages : List.of(false, true)) {
            for (boolean withBoilerplate : List.of(false, true)) {
                boolean withReference = randomBoolean();
                List<String> expected = expected(withLanguages, withBoilerplate, withReference);
                for (String index : List.of("one", "five", "merged")) {
                    String body = "{\"windows\": " + between(1, 5) + ", \"boilerplate\": \""
                            + (withBoilerplate ? "learn" : "none") + "\""
                            + (withLanguages ? ", \"must_agree\": [\"lang\"]" : "")
                            + (withReference ? ", \"against\": {\"index\": \"archive\"}" : "") + "}";
                    partition(index, body);
                    assertEquals(index + " with " + body, expected, lines(index + "-ndd"));
                }
            }
        }
    }
}
