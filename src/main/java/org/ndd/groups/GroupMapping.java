package org.ndd.groups;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.group.DecidedBy;

/** Defines the types of the fields of group documents: in the index of a run, and in indices with some of these fields. */
public final class GroupMapping {

    /** The decisions of an active run. Not searchable. */
    public static final String DECISIONS = "decisions";

    private static final String[] KEYWORDS = {
        GroupFields.GROUP,
        GroupFields.LEADER,
        GroupFields.CANONICAL_ID,
        GroupFields.CANONICAL_INDEX,
        GroupFields.CANONICAL_INDEX_UUID,
        GroupFields.CANONICAL_ROUTING,
        GroupFields.CANONICAL_IN,
        GroupFields.ROLE,
        GroupFields.RELATION,
        GroupFields.RUN
    };

    /** The fields that the changes of a job report, in order. */
    static final List<String> REPORTED = List.of(
            GroupFields.GROUP,
            GroupFields.CANONICAL,
            GroupFields.CANONICAL_INDEX,
            GroupFields.CANONICAL_ID,
            GroupFields.CANONICAL_IN,
            GroupFields.ROLE,
            GroupFields.RELATION);

    private GroupMapping() {}

    /** Adds the fields of all documents in the index of a run to the object {@code properties}. */
    public static void addRunFields(XContentBuilder properties) throws IOException {
        properties.startObject(GroupFields.DOC).startObject("properties");
        fields(properties, "keyword", GroupFields.INDEX, GroupFields.INDEX_UUID, GroupFields.ID, GroupFields.ROUTING);
        fields(properties, "long", GroupFields.SEQ_NO, GroupFields.PRIMARY_TERM);
        properties.endObject().endObject();
        fields(properties, "keyword", KEYWORDS);
        properties.startObject(GroupFields.REDIRECT_TARGET).startObject("properties");
        fields(properties, "keyword", GroupFields.INDEX, GroupFields.ID);
        properties.endObject().endObject();
        withoutDocValues(properties, GroupFields.REDIRECT_VIA);
        fields(properties, "long", GroupFields.CANONICAL_SEQ_NO, GroupFields.CANONICAL_PRIMARY_TERM);
        fields(properties, "boolean", GroupFields.CANONICAL, GroupFields.VERIFIED);
        fields(properties, "integer", GroupFields.SIZE);
        fields(properties, "float", GroupFields.CONFIDENCE, GroupFields.RESEMBLANCE);
        properties.startObject(GroupFields.CONTAINMENT).startObject("properties");
        fields(properties, "float", GroupFields.IN_CANONICAL, GroupFields.OF_CANONICAL);
        properties.endObject().endObject();
        properties.startObject(GroupFields.DECIDED).startObject("properties");
        fields(properties, "keyword", DecidedBy.USER);
        fields(properties, "date", DecidedBy.TIMESTAMP);
        fields(properties, "text", DecidedBy.REASON);
        properties.endObject().endObject();
        properties.startObject(GroupFields.REPORT);
        properties.field("type", "object").field("enabled", false).endObject();
        fields(properties, "binary", DECISIONS);
        // searches read it only in the few lists that contain an id
        withoutDocValues(properties, GroupFields.DUPLICATES);
    }

    /** Adds the fields of {@link GroupDocument#backupFields} to the object {@code properties}. */
    public static void ofDeleted(XContentBuilder properties) throws IOException {
        properties.startObject(GroupFields.DOC).startObject("properties");
        fields(properties, "keyword", GroupFields.INDEX, GroupFields.INDEX_UUID, GroupFields.ID, GroupFields.ROUTING);
        properties.endObject().endObject();
        fields(
                properties,
                "keyword",
                GroupFields.CANONICAL_INDEX,
                GroupFields.CANONICAL_ID,
                GroupFields.RUN,
                GroupFields.RELATION);
        fields(properties, "float", GroupFields.CONFIDENCE);
    }

    /** Adds the fields of {@link GroupDocument#reportedFields} to the object {@code properties}. */
    public static void addReportedFields(XContentBuilder properties) throws IOException {
        for (String field : REPORTED) {
            fields(properties, field.equals(GroupFields.CANONICAL) ? "boolean" : "keyword", field);
        }
    }

    /** Adds a field that searches read only in its index, which a template could disable in Elasticsearch 9. */
    private static void withoutDocValues(XContentBuilder properties, String field) throws IOException {
        properties.startObject(field);
        properties
                .field("type", "keyword")
                .field("index", true)
                .field("doc_values", false)
                .endObject();
    }

    public static void fields(XContentBuilder properties, String type, String... names) throws IOException {
        for (String name : names) {
            properties.startObject(name).field("type", type).endObject();
        }
    }
}
