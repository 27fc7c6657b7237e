package org.ndd.documents;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.admin.indices.template.put.TransportPutComposableIndexTemplateAction;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.ComposableIndexTemplate;
import org.elasticsearch.cluster.metadata.Template;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.partition.TestDecisions;

/** Documents are only deleted if index and backup store their whole source, and no alias shows the backup, whatever templates exist. */
public class ResolveTemplatesTests extends ResolveTestCase {

    public void testRejectsIndexWithoutSource() throws Exception {
        assertAcked(prepareCreate("sourceless")
                .setSettings(Settings.builder().put("index.mapping.source.mode", "disabled"))
                .setMapping("ndd", "type=near_dup", "views", "type=long"));
        put("sourceless", "keep", page(STORM, 9));
        put("sourceless", "copy", page(STORM, 1));
        partition("sourceless", RETAINED);
        for (Operation operation : List.of(Operation.DELETE, Operation.MARK)) {
            assertRejected(
                    operation,
                    "sourceless",
                    "{}",
                    "[index] must be an index whose [_source] holds the whole document, but was [sourceless]");
        }
    }

    /** A template for documents of the user also matches the names of the indices that ndd creates. */
    public void testTemplateDoesNotTakeSourceFromBackup() throws Exception {
        stories("daily");
        String before = source("daily", "copy/0");
        template("{}", Settings.builder().put("index.mapping.source.mode", "disabled"));
        assertDeletesAndRestores();
        assertEquals(before, source("daily", "copy/0"));
        partition("daily", RETAINED);
        template("{\"_source\": {\"excludes\": [\"source\"]}}", Settings.builder());
        assertFailed(
                delete("daily"),
                "[index] must be an index whose [_source] holds the whole document, but was [daily-ndd-deleted-");
        assertEquals(7, ids("daily").size());
    }

    /** Searches of the alias returned documents that had been deleted. */
    public void testTemplateDoesNotAddBackupToAlias() throws Exception {
        stories("daily");
        partition("daily", RETAINED);
        template(
                "{}",
                Settings.builder(),
                Map.of("all", AliasMetadata.builder("all").build()));
        String named = "{\"backup\": \"daily-backup\"}";
        assertRejected(
                Operation.DELETE,
                "daily",
                named,
                "[backup] must be a name for which no index template has [aliases], but was [daily-backup], which matches "
                        + "template [daily]");
        assertEquals(7, ids("daily").size());
        assertCounts(resolve(Operation.DELETE, "daily", false, "{\"backup\": \"other-backup\"}"), "5 deleted");
    }

    private void template(String mapping, Settings.Builder settings) throws Exception {
        template(mapping, settings, Map.of());
    }

    private void template(String mapping, Settings.Builder settings, Map<String, AliasMetadata> aliases)
            throws Exception {
        ComposableIndexTemplate template = ComposableIndexTemplate.builder()
                .indexPatterns(List.of("daily*", TestDecisions.INDEX))
                .priority(1_000L)
                .template(new Template(settings.build(), new CompressedXContent(mapping), aliases))
                .build();
        assertAcked(client().execute(
                        TransportPutComposableIndexTemplateAction.TYPE,
                        new TransportPutComposableIndexTemplateAction.Request("daily").indexTemplate(template)));
    }

    public void testTemplateOfOtherDocuments() throws Exception {
        stories("daily");
        template("{\"_source\": {\"enabled\": false}}", Settings.builder().put("index.max_result_window", 5));
        assertWorksWithTemplate();
        template("{}", Settings.builder().put("index.mode", "logsdb"));
        assertWorksWithTemplate();
        template("{}", Settings.builder().put("index.mapping.ignore_above", 2));
        assertWorksWithTemplate();
    }

    private void assertDeletesAndRestores() throws Exception {
        partition("daily", RETAINED);
        assertHitCount(client().prepareSearch("daily-ndd").setSize(0).setQuery(QueryBuilders.existsQuery("doc.id")), 6);
        BulkTaskReport report = delete("daily");
        assertCounts(report, "5 deleted");
        assertCounts(resolve(Operation.RESTORE, "daily", false, undo(backup(report))), "5 restored");
    }

    private void assertWorksWithTemplate() throws Exception {
        assertDeletesAndRestores();
        client().admin().indices().prepareRefresh("daily").get();
        List<TestDecisions.Pair> pairs = List.of(new TestDecisions.Pair("keep", "copy/0", false));
        TestDecisions.put(client(), "daily", pairs);
        TestDecisions.delete(client(), "daily", pairs);
        assertAcked(client().admin().indices().prepareDelete(TestDecisions.INDEX));
    }
}
