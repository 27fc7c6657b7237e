// Sends requests to the node that served this page, with the rights of the user. Uses public APIs only.

/**
 * Base URL of the node's APIs, which may be below a path of a proxy. It does not contain a user and password, which requests must not
 * contain.
 */
const ROOT = (() => {
  const url = new URL('../../', import.meta.url);
  url.username = '';
  url.password = '';
  return url.href;
})();

/** A failed request. The message is for users, `reason` contains the message of the node, and `status` is 0 without a response. */
export class RequestError extends Error {
  constructor(status, words, reason) {
    super(words);
    this.status = status;
    this.reason = reason;
  }
}

/** Returns a path with its query. Encodes parts, and omits empty parameters. */
export function path(parts, query) {
  const search = new URLSearchParams();
  Object.entries(query ?? {}).forEach(([name, value]) => {
    if (value !== null && value !== undefined && value !== '') {
      search.set(name, value);
    }
  });
  const text = search.toString();
  return parts.map(part => encodeURIComponent(part)).join('/') + (text ? '?' + text : '');
}

/** Returns the absolute URL of a path, for links. */
export const absoluteUrl = where => ROOT + where;

/** Sends a request and returns the response. Throws a RequestError for an error. */
export async function send(method, where, body, signal) {
  let response;
  try {
    response = await fetch(ROOT + where, {
      method,
      signal,
      credentials: 'same-origin',
      redirect: 'error',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (e) {
    throw withoutResponse(e);
  }
  if (!response.ok) {
    const text = await textOf(response);
    throw errorOf(response.status, parsed(text) ?? { error: text });
  }
  return response;
}

/** Sends a request and returns the parsed body of the response. A proxy may send a page of its own, for example to sign in. */
export async function call(method, where, body, signal) {
  const response = await send(method, where, body, signal);
  const text = await textOf(response);
  const found = parsed(text);
  if (found === undefined) {
    throw new RequestError(response.status, 'The response is not from Elasticsearch. Reload the page, and sign in if a page requests it.', text);
  }
  return found;
}

function withoutResponse(e) {
  return e.name === 'AbortError' ? e : new RequestError(0, 'The node does not respond. Check that it is running and reachable.', e.message);
}

async function textOf(response) {
  try {
    return await response.text();
  } catch (e) {
    throw withoutResponse(e);
  }
}

/** Returns the value of JSON; undefined for other text. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf(status, body) {
  const error = body?.error;
  const cause = error?.root_cause?.[0]?.reason ?? error?.reason ?? error ?? '';
  const reason = typeof cause === 'string' ? cause : JSON.stringify(cause);
  switch (status) {
    case 401:
      return new RequestError(status, 'You are not signed in. Reload the page and sign in.', reason);
    case 403:
      return new RequestError(status, 'You do not have the privilege for this. An administrator of the cluster can grant it.', reason);
    case 404:
      return new RequestError(status, 'It does not exist, or you may not see it.', reason);
    case 408:
      return new RequestError(status, 'The request took too long, and was cancelled.', reason);
    case 429:
      return new RequestError(status, 'The node is overloaded. Try again later.', reason);
    default:
      return new RequestError(status, status < 500 ? 'The node rejected the request.' : 'The request failed on the node.', reason);
  }
}

/** The changes that were sent and are not confirmed yet. */
let changes = Promise.resolve();
let pending = 0;

// leaving the explorer would cancel them
addEventListener('beforeunload', event => {
  if (pending > 0) {
    event.preventDefault();
  }
});

/** Sends a change after all earlier ones. Leaving the view does not cancel it. */
export function sendChange(method, where, body) {
  pending += 1;
  const result = changes.then(() => call(method, where, body)).finally(() => {
    pending -= 1;
  });
  changes = result.catch(() => {});
  return result;
}

/** Waits until all changes are confirmed or have failed, so that a request after it reads them. */
export const changesDone = () => changes;

export const get = (where, signal) => call('GET', where, undefined, signal);
export const post = (where, body, signal) => call('POST', where, body, signal);

/** Searches an index. Fails if the search of a shard fails: numbers and lists without its documents would be wrong. */
export const search = (index, body, signal) => post(path([index, '_search'], { allow_partial_search_results: 'false' }), body, signal);

/** Returns the complete report of a run, by its id or by the destination that publishes it. */
export async function report(name, signal) {
  const ofRun = id => get(path(['_ndd', 'partition', id], { verbose: 'true' }), signal);
  try {
    return await ofRun(name);
  } catch (e) {
    if (e instanceof RequestError === false || e.status !== 404) {
      throw e;
    }
    return ofRun(await publishedRun(name, signal));
  }
}

/** Returns the id of the run that a destination publishes. */
async function publishedRun(dest, signal) {
  const { hits } = await search(dest, { size: 1, _source: ['run'], query: { exists: { field: 'group' } } }, signal);
  if (hits.hits.length === 0) {
    throw new RequestError(404, 'The destination contains no groups.', dest);
  }
  return hits.hits[0]._source.run;
}

const SIMILARITY = ['preset', 'min_confidence', 'resemblance', 'containment', 'slope', 'window', 'regions', 'numbers'];

/** Returns the similarity parameters of a run, to compare in the same way; null if the user may not read its report. */
export async function similarity(id, signal) {
  try {
    const parameters = (await report(id, signal)).parameters ?? {};
    const chosen = SIMILARITY.filter(name => parameters[name] !== undefined);
    const same = Object.fromEntries(chosen.map(name => [name, parameters[name]]));
    if (parameters.must_agree?.length) {
      same.must_agree = parameters.must_agree;
    }
    return same;
  } catch (e) {
    if (e instanceof RequestError) {
      return null;
    }
    throw e;
  }
}

/** Maximum length of an address. Elasticsearch accepts 4 kB. */
const MAX_LENGTH = 3000;

/** Returns the titles, URLs, sites and routings of documents that the user may read, by `index/id`. */
export async function titles(documents, field, signal) {
  const indices = [...new Set(documents.map(one => one.index))];
  const where = path([indices.join(','), '_search'], { ignore_unavailable: true });
  if (where.length > MAX_LENGTH && indices.length > 1) {
    const first = new Set(indices.slice(0, indices.length / 2));
    const halves = [true, false].map(part => titles(documents.filter(one => first.has(one.index) === part), field, signal));
    return new Map((await Promise.all(halves)).flatMap(half => [...half]));
  }
  const found = new Map();
  if (documents.length === 0) {
    return found;
  }
  // not read from _source, which may lack them
  const fields = ['title', 'url', 'site'].map(name => `${field}.${name}`);
  const { hits } = await post(where, {
    size: 2 * documents.length, _source: false, docvalue_fields: fields,
    query: { bool: { should: indices.map(index => ({ bool: { filter: [
      { term: { _index: index } },
      { ids: { values: documents.filter(one => one.index === index).map(one => one.id) } },
    ] } })) } },
  }, signal);
  for (const hit of hits.hits) {
    const [title, url, site] = fields.map(name => hit.fields?.[name]?.[0]);
    const routing = hit._routing;
    // a document may be requested through an alias, and without its routing
    const matching = documents.filter(one => one.id === hit._id && (one.routing ?? routing) === routing);
    const one = matching.find(named => named.index === hit._index) ?? matching[0];
    if (one) {
      found.set(key(one), { title, url, site, routing, found: true, concrete: hit._index });
    }
  }
  return found;
}

export function key(page) {
  return `${page.index}/${page.id}`;
}

/** Returns the name of a document with its concrete index, even if it is named by an alias, so that it has one name. Requires its {@link titles}. */
export const concrete = page => ({ index: page.concrete ?? page.index, id: page.id });
