/**
 * Tests against a real Elasticsearch with the packed plugin installed, as a user has it: classes {@code *IT}, run by Failsafe. The
 * cluster is started by {@code distribution/bin/ndd-cluster}. Whatever can be tested without a node belongs beside the class it tests.
 * Start with {@link org.ndd.it.NddRestTestCase}; the tests in {@code yaml-tests} are run by {@link org.ndd.it.YamlRestIT}.
 */
package org.ndd.it;
