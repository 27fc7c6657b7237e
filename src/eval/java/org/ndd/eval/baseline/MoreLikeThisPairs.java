package org.ndd.eval.baseline;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.queries.mlt.MoreLikeThis;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.ndd.eval.method.Method;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.PairedPages;

/**
 * The query {@code more_like_this}: searches for documents with most of the 25 most significant words of each document. The standard
 * analyzer and 25 words are defaults of Elasticsearch. Unlike the defaults, words in two documents or once in a document count, because
 * near-duplicates may be only two short documents, and more than 30 % of the words must match, because otherwise most hits are only about
 * the same subject.
 */
final class MoreLikeThisPairs {

    private static final String FIELD = "text";
    private static final int MIN_DOC_FREQ = 2;
    private static final int MIN_TERM_FREQ = 1;
    private static final int MAX_QUERY_TERMS = 25;
    private static final int HITS = 20;

    private final int percent;

    /** @param percent minimum percentage of matching words, as in {@code minimum_should_match} */
    MoreLikeThisPairs(int percent) {
        this.percent = percent;
    }

    /** Indexes the documents and searches for each of them. */
    Method.Prepared prepare(List<Page> pages) {
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
                StandardAnalyzer analyzer = new StandardAnalyzer()) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
                for (Page page : pages) {
                    Document document = new Document();
                    document.add(new TextField(FIELD, page.text(), Field.Store.NO));
                    writer.addDocument(document);
                }
                writer.forceMerge(1);
            }
            List<PairedPages.Pair> pairs = new ArrayList<>();
            long comparisons = 0;
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                MoreLikeThis words = words(reader, analyzer);
                for (int page = 0; page < pages.size(); page++) {
                    Query query = query(words, pages.get(page).text());
                    // One additional hit, because a document finds itself.
                    for (ScoreDoc hit : searcher.search(query, HITS + 1).scoreDocs) {
                        comparisons++;
                        if (hit.doc != page) {
                            pairs.add(new PairedPages.Pair(page, hit.doc));
                        }
                    }
                }
            }
            long bytes = 0;
            for (String file : directory.listAll()) {
                bytes += directory.fileLength(file);
            }
            return new PairedPages(pages, pairs, comparisons, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MoreLikeThis words(DirectoryReader reader, StandardAnalyzer analyzer) throws IOException {
        MoreLikeThis words = new MoreLikeThis(reader);
        words.setAnalyzer(analyzer);
        words.setFieldNames(new String[] {FIELD});
        words.setMinDocFreq(MIN_DOC_FREQ);
        words.setMinTermFreq(MIN_TERM_FREQ);
        words.setMaxQueryTerms(MAX_QUERY_TERMS);
        words.setMaxNumTokensParsed(Integer.MAX_VALUE);
        return words;
    }

    private Query query(MoreLikeThis words, String text) throws IOException {
        BooleanQuery like = (BooleanQuery) words.like(FIELD, new StringReader(text));
        int clauses = like.clauses().size();
        if (clauses == 0) {
            return like; // matches nothing
        }
        BooleanQuery.Builder builder = new BooleanQuery.Builder();
        for (BooleanClause clause : like) {
            builder.add(clause);
        }
        return builder.setMinimumNumberShouldMatch(Math.max(1, clauses * percent / 100))
                .build();
    }
}
