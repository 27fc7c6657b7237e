/**
 * A small runner for REST tests in the YAML format of Elasticsearch, so that the same files run unchanged with the official one. Contains
 * the parser of the files, the resolution of calls by REST API specifications, stashed values, and assertions. Contains no tests of ndd and
 * no HTTP client, which the caller provides. Start with {@link org.ndd.it.yaml.YamlRunner}.
 */
package org.ndd.it.yaml;
