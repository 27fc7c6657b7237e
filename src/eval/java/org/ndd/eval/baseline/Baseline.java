package org.ndd.eval.baseline;

import java.util.List;
import java.util.function.Function;
import org.ndd.eval.method.Method;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.Signatures;
import org.ndd.eval.method.SignedPages;

/**
 * A system with its parameters.
 *
 * @param name name in options and reports
 * @param preparation computes signatures of documents
 */
record Baseline(String name, Function<List<Page>, Method.Prepared> preparation) implements Method {

    /** Creates a system that compares documents that share a key. */
    static Baseline signing(String name, Function<List<Page>, Signatures> signing) {
        return new Baseline(name, pages -> new SignedPages(pages, signing.apply(pages)));
    }

    @Override
    public Prepared prepare(List<Page> pages) {
        return preparation.apply(pages);
    }
}
