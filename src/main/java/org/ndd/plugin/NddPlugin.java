package org.ndd.plugin;

import java.util.List;
import java.util.Map;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.IngestPlugin;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.plugins.SearchPlugin;
import org.elasticsearch.threadpool.ExecutorBuilder;
import org.ndd.config.NddThreadPools;
import org.ndd.mapper.NearDupObjectParser;
import org.ndd.mapper.NearDupTextFieldMapper;

/** Registers the parts of ndd with Elasticsearch; each part lives in a room of its own. */
public final class NddPlugin extends Plugin implements ActionPlugin, IngestPlugin, MapperPlugin, SearchPlugin {

    @Override
    public List<ExecutorBuilder<?>> getExecutorBuilders(Settings settings) {
        return NddThreadPools.builders(settings);
    }

    @Override
    public Map<String, Mapper.TypeParser> getMappers() {
        return Map.of(
                NearDupTextFieldMapper.CONTENT_TYPE, NearDupTextFieldMapper.PARSER,
                NearDupObjectParser.CONTENT_TYPE, new NearDupObjectParser());
    }
}
