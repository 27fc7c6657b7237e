// Requests to the node that served this page, as whoever looks at it. Public APIs only.

/** Where the node's APIs begin: a proxy may have put something before them. Who asks is no part of an address. */
const ROOT = (() => {
  const url = new URL('../../', import.meta.url);
  url.username = '';
  url.password = '';
  return url.href;
})();

/** What the node refused, in words for people. */
export class Refused extends Error {
  constructor(status, words, reason) {
    super(words);
    this.status = status;
    this.reason = reason;
  }
}

/** A path: parts are encoded, and parameters that are empty left out. */
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

/** The whole address of a path, for links. */
export const whole = where => ROOT + where;

/** Sends a request and returns the response if it is no error. */
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
    if (e.name === 'AbortError') {
      throw e;
    }
    throw new Refused(0, 'The node does not answer. Is it running, and is there a way to it?', e.message);
  }
  if (!response.ok) {
    throw refusal(response.status, await parsed(response));
  }
  return response;
}

/** Sends a request and returns the object of the response. */
export const call = async (method, where, body, signal) => parsed(await send(method, where, body, signal));

async function parsed(response) {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return { error: { reason: text } };
  }
}

function refusal(status, answer) {
  const error = answer?.error;
  const cause = error?.root_cause?.[0]?.reason ?? error?.reason ?? error ?? '';
  const reason = typeof cause === 'string' ? cause : JSON.stringify(cause);
  switch (status) {
    case 401:
      return new Refused(status, 'The node does not know who you are. Load the page again and sign in.', reason);
    case 403:
      return new Refused(status, 'You do not have the privilege for this. An administrator of the cluster can grant it.', reason);
    case 404:
      return new Refused(status, 'There is no such thing, or you may not see it.', reason);
    case 408:
      return new Refused(status, 'It took too long, and was ended.', reason);
    case 429:
      return new Refused(status, 'The node has too much to do at the moment. Try again in a while.', reason);
    default:
      return new Refused(status, status < 500 ? 'The node rejected the request.' : 'The request failed on the node.', reason);
  }
}

export const get = (where, signal) => call('GET', where, undefined, signal);
export const post = (where, body, signal) => call('POST', where, body, signal);

/** Whole reports of runs that have ended, by the names that they were asked for: asked for once. */
const reports = new Map();

/** The whole report of a run, by its id or by the destination that shows it. */
export async function report(name, signal) {
  if (reports.has(name)) {
    return reports.get(name);
  }
  let found;
  try {
    found = await get(path(['_ndd', 'partition', name], { verbose: 'true' }), signal);
  } catch (e) {
    if (e instanceof Refused === false || e.status !== 404) {
      throw e;
    }
    found = await get(path(['_ndd', 'partition', await shownBy(name, signal)], { verbose: 'true' }), signal);
  }
  if (found.state !== 'running') {
    reports.set(name, found);
  }
  return found;
}

/** The id of the run that a destination shows. */
async function shownBy(dest, signal) {
  const { hits } = await post(path([dest, '_search']), { size: 1, _source: ['run'], query: { exists: { field: 'group' } } }, signal);
  if (hits.hits.length === 0) {
    throw new Refused(404, 'There are no groups in here.', dest);
  }
  return hits.hits[0]._source.run;
}

const SIMILARITY = ['preset', 'min_confidence', 'resemblance', 'containment', 'slope', 'window', 'regions', 'numbers'];

/** With what a run compared, to compare in the same way; nothing where that is not known. */
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
    if (e instanceof Refused) {
      return null;
    }
    throw e;
  }
}

/** Titles, URLs and sites of documents, as the reader may see them: by `index/id`. */
export async function titles(documents, written, signal) {
  const found = new Map();
  if (documents.length === 0) {
    return found;
  }
  // not from _source, which need not have them
  const fields = ['title', 'url', 'site'].map(name => `${written}.${name}`);
  const indices = [...new Set(documents.map(one => one.index))];
  const { hits } = await post(path([indices.join(','), '_search'], { ignore_unavailable: true }), {
    size: 2 * documents.length, _source: false, docvalue_fields: fields,
    query: { bool: { should: indices.map(index => ({ bool: { filter: [
      { term: { _index: index } },
      { ids: { values: documents.filter(one => one.index === index).map(one => one.id) } },
    ] } })) } },
  }, signal);
  for (const hit of hits.hits) {
    const [title, url, site] = fields.map(name => hit.fields?.[name]?.[0]);
    // a document may be named by an alias
    const named = documents.filter(one => one.id === hit._id);
    found.set(key(named.find(one => one.index === hit._index) ?? named[0]), { title, url, site, found: true, concrete: hit._index });
  }
  return found;
}

export function key(page) {
  return `${page.index}/${page.id}`;
}
