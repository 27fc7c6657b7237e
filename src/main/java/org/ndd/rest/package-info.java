/**
 * REST handlers: each reads one family of requests and hands it to a transport action. No work is done here.
 */
package org.ndd.rest;
