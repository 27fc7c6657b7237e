/**
 * REST handlers: each parses one family of requests and calls a transport action, which does the work.
 */
package org.ndd.rest;
