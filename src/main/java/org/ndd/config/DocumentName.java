package org.ndd.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.IdsQueryBuilder;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

/**
 * A document as users name it: by its id, or by index and id if several indices may have the id.
 *
 * @param index concrete index; {@code null} if the id suffices
 */
public record DocumentName(String index, String id) implements ToXContentFragment, Comparable<DocumentName> {

    /**
     * Size of a search for documents by their names, the maximum by default. With different values of routing, each shard can have a
     * document of the same name. If a search returned fewer documents than it finds, others would count as deleted.
     */
    public static final int MAX_FOUND = 10_000;

    private static final int HASH_LENGTH = 27;
    private static final ParseField INDEX = new ParseField("_index");
    private static final ParseField ID = new ParseField("_id");

    private static final Comparator<DocumentName> ORDER = Comparator.comparing(
                    DocumentName::index, Comparator.nullsFirst(Comparator.<String>naturalOrder()))
            .thenComparing(DocumentName::id);

    private static final ConstructingObjectParser<DocumentName, Void> PARSER =
            new ConstructingObjectParser<>("document", args -> new DocumentName((String) args[0], (String) args[1]));

    static {
        PARSER.declareString(ConstructingObjectParser.optionalConstructorArg(), INDEX);
        PARSER.declareString(ConstructingObjectParser.constructorArg(), ID);
    }

    /** Reads an id, or an object such as {@code {"_index": "pages", "_id": "1"}}. */
    public static DocumentName fromXContent(XContentParser parser) throws IOException {
        return parser.currentToken() == XContentParser.Token.START_OBJECT
                ? PARSER.apply(parser, null)
                : new DocumentName(null, parser.text());
    }

    /** Returns whether the index or the id is an empty string, which no document has. */
    public boolean isEmpty() {
        return id.isEmpty() || index != null && index.isEmpty();
    }

    /** Creates a query for the documents with an id. As for a get, a document without routing is preferred. */
    public static QueryBuilder byId(String id) {
        QueryBuilder unrouted = QueryBuilders.boolQuery().mustNot(QueryBuilders.existsQuery(RoutingFieldMapper.NAME));
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.idsQuery().addIds(id))
                .should(QueryBuilders.constantScoreQuery(unrouted));
    }

    /** Creates a query for the documents with one of the names. */
    public static QueryBuilder query(Collection<DocumentName> names) {
        IdsQueryBuilder anywhere = QueryBuilders.idsQuery();
        BoolQueryBuilder query = QueryBuilders.boolQuery().should(anywhere);
        Map<String, IdsQueryBuilder> byIndex = new TreeMap<>();
        for (DocumentName name : names) {
            IdsQueryBuilder ids = name.index == null
                    ? anywhere
                    : byIndex.computeIfAbsent(name.index, index -> QueryBuilders.idsQuery());
            ids.addIds(name.id);
        }
        byIndex.forEach((index, ids) -> query.should(in(index, ids)));
        return query;
    }

    /** Creates a query for documents whose fields contain one of the names, each with its index; without any, none matches. */
    public static QueryBuilder query(String indexField, String idField, Collection<DocumentName> names) {
        if (names.isEmpty()) {
            // an empty [bool] matches all documents
            return new MatchNoneQueryBuilder();
        }
        Map<String, TreeSet<String>> ids = new TreeMap<>();
        names.forEach(name ->
                ids.computeIfAbsent(name.index, index -> new TreeSet<>()).add(name.id));
        BoolQueryBuilder any = QueryBuilders.boolQuery().minimumShouldMatch(1);
        ids.forEach((index, own) -> any.should(QueryBuilders.boolQuery()
                .filter(QueryBuilders.termQuery(indexField, index))
                .filter(QueryBuilders.termsQuery(idField, own))));
        return any;
    }

    /** Limits a query for documents to one index. */
    public static QueryBuilder in(String index, QueryBuilder documents) {
        return QueryBuilders.boolQuery()
                .filter(QueryBuilders.termQuery(IndexFieldMapper.NAME, index))
                .filter(documents);
    }

    /** Writes the name in the form in which it is read. */
    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        if (index == null) {
            return builder.value(id);
        }
        builder.startObject();
        builder.field(INDEX.getPreferredName(), index).field(ID.getPreferredName(), id);
        return builder.endObject();
    }

    @Override
    public int compareTo(DocumentName other) {
        return ORDER.compare(this, other);
    }

    /** Returns an id that is made of a name of any length: 27 characters of SHA-256, which encode 162 bits. */
    public static String hash(String name) {
        byte[] digest = MessageDigests.sha256().digest(name.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest).substring(0, HASH_LENGTH);
    }

    @Override
    public String toString() {
        return index == null ? id : index + "/" + id;
    }
}
