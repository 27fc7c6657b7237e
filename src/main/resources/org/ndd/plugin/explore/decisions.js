// Reads and stores decisions about pairs with the decisions API.

import { RequestError, changesDone, get, key, path, sendChange } from './api.js';
import { recall } from './state.js';

/** Decisions by their names in the API, with their text and key. */
export const DECISIONS = { duplicates: ['duplicates', 'd'], not_duplicates: ['not duplicates', 'n'] };

/** The maximum number of decisions that the API returns. */
const MAX_DECISIONS = 10000;

const SECOND_READER_SUFFIX = '-second';

/** Returns the index with the decisions of a second reader. It is separate, so that they do not replace those of the first reader. */
export const secondOf = index => index + SECOND_READER_SUFFIX;

/** Returns the user that Elasticsearch has authenticated, null without security. */
export async function authenticated(signal) {
  try {
    return (await get('_security/_authenticate', signal)).username ?? null;
  } catch (e) {
    if (e instanceof RequestError) {
      return null;
    }
    throw e;
  }
}

/** Returns all decisions that match, newest first, and all contradictions; empty before the first decision. */
export async function decisionsOf(known, index, options, signal) {
  await changesDone();
  try {
    const where = path([known.source, '_ndd', 'decisions'], { decisions_index: index, target_field: known.field, size: MAX_DECISIONS, ...options });
    const found = await get(where, signal);
    return { ...found, decisions: found.decisions.map(one => ({ ...one, a: side(one.a), b: side(one.b) })) };
  } catch (e) {
    // the index of a second reader may require privileges that this user lacks
    if (e instanceof RequestError && (e.status === 404 || (e.status === 403 && index.endsWith(SECOND_READER_SUFFIX)))) {
      return { total: null, decisions: [], contradictions: [] };
    }
    throw e;
  }
}

/** Converts a document of a response to the form of views. */
export const side = one => ({ index: one._index, id: one._id });

/** Returns the decision about two documents from a list, in either order. */
export const decisionAbout = (decisions, a, b) => decisions.find(one => pairKey(one) === pairKey({ a, b }));

/** Returns a name of a pair that does not depend on the order of its documents. */
export const pairKey = pair => JSON.stringify([key(pair.a), key(pair.b)].sort());

/** Stores the decision about a pair, with an optional `reason`. */
export const decide = (known, index, a, b, decision, reason) =>
  send('PUT', known, index, { ...documents(a, b), decision, user: recall('reader') ?? undefined, reason: reason || undefined });

/** Stores decisions about all documents of a group. */
export const decideGroup = (known, index, group, decision) => send('PUT', known, index, { group, decision, user: recall('reader') ?? undefined });

/** Deletes the decision about a pair. */
export const withdraw = (known, index, a, b) => send('DELETE', known, index, documents(a, b));

const documents = (a, b) => ({ a: { _index: a.index, _id: a.id }, b: { _index: b.index, _id: b.id } });

function send(method, known, index, decision) {
  const where = path([known.source, '_ndd', 'decisions'], { decisions_index: index, target_field: known.field });
  return sendChange(method, where, { decisions: [decision], ...(decision.group === undefined ? {} : { dest: { index: known.dest } }) });
}
