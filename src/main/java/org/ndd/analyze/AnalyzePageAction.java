package org.ndd.analyze;

import org.elasticsearch.action.ActionType;

/**
 * {@code POST /_ndd/analyze}: the text, sentences and fingerprints of one page. Needs the cluster privilege {@code
 * monitor}.
 */
public final class AnalyzePageAction {

    public static final ActionType<AnalyzePageResponse> TYPE = new ActionType<>("cluster:monitor/ndd/analyze");

    private AnalyzePageAction() {}
}
