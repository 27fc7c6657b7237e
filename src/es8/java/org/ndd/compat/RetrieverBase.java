package org.ndd.compat;

import java.util.List;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.xcontent.AbstractObjectParser;

/** A retriever over another. */
public abstract class RetrieverBase<B extends RetrieverBase<B>> extends CompoundRetrieverBuilder<B> {

    protected RetrieverBase(List<RetrieverSource> children, int rankWindowSize) {
        super(children, rankWindowSize);
    }

    /** Declares what all retrievers take. */
    protected static void declareCommon(
            String name, AbstractObjectParser<? extends RetrieverBuilder, RetrieverParserContext> parser) {
        declareBaseParserFields(name, parser);
    }
}
