/**
 * A small runner for REST tests in the YAML dialect of Elasticsearch, so that the same files run unchanged under the official one. Here:
 * reading the files, resolving calls by REST API specifications, stashed values, assertions. No test of ndd itself, and no HTTP: what
 * sends a request is handed in. Start with {@link org.ndd.it.yaml.YamlRunner}.
 */
package org.ndd.it.yaml;
