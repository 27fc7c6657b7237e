/**
 * Tests against a real Elasticsearch with the packaged plugin: classes {@code *IT}, run by Failsafe. {@code distribution/bin/ndd-cluster}
 * starts the cluster. Tests that do not need a node belong in the package of the tested class. Start with
 * {@link org.ndd.it.NddRestTestCase}; {@link org.ndd.it.YamlRestIT} runs the tests in {@code yaml-tests}.
 */
package org.ndd.it;
