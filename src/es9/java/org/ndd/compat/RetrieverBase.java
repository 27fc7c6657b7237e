package org.ndd.compat;

import java.util.List;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.xcontent.AbstractObjectParser;

/** Base class for retrievers with one child. */
public abstract class RetrieverBase<B extends RetrieverBase<B>> extends CompoundRetrieverBuilder<B> {

    protected RetrieverBase(List<RetrieverSource> children, int rankWindowSize) {
        super(children, rankWindowSize);
    }

    /** Declares the common parameters of retrievers. */
    protected static void declareCommon(
            String name, AbstractObjectParser<? extends RetrieverBuilder, RetrieverParserContext> parser) {
        declareBaseParserFields(parser);
    }
}
