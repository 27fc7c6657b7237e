/**
 * Handles REST requests. Each class parses one family of requests and calls a transport action, which does the work. Start with {@link
 * org.ndd.rest.RestHandlers}.
 */
package org.ndd.rest;
