package org.ndd.partition.wire;

import org.elasticsearch.common.io.stream.Writeable;

/**
 * A kind of request: the name of its transport action and the readers of request and response.
 *
 * @param suffix follows the name of the partition action, such as {@code [terms]}
 * @param executor name of the thread pool that handles the request
 * @param request reads a request
 * @param response reads a response
 */
public record RpcMethod<Q extends Writeable, A extends Writeable>(
        String suffix, String executor, Writeable.Reader<Q> request, Writeable.Reader<A> response) {}
