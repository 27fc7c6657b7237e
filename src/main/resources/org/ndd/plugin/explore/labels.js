// Reads and stores labels of pairs, in an index that the user selects.

import { RequestError, call, changesDone, get, path, search, sendChange } from './api.js';

/** The labels, in the order of their keys. */
export const LABELS = {
  same: 'the same document: one could be deleted',
  near: 'near-duplicates: one is enough in a list of results',
  overlap: 'a part is shared: both are worth keeping',
  other: 'the same template, about two things',
  not: 'not similar',
};

/** Labels of pairs that are duplicates. */
const DUPLICATES = ['same', 'near'];

/** Maximum number of labels of a source that are read, which is the maximum of one evaluation. */
const MAX_LABELS = 10000;

const keyword = { type: 'keyword' };
const side = { properties: { index: keyword, id: keyword } };
const MAPPINGS = { properties: { a: side, b: side, label: keyword, duplicate: { type: 'boolean' }, source: keyword, at: { type: 'date' } } };

/** Creates the index if it does not exist. Fails if it contains documents that are not labels. */
export async function createIndex(index, signal) {
  try {
    await call('PUT', path([index]), { mappings: MAPPINGS }, signal);
  } catch (e) {
    const exists = e instanceof RequestError && e.status === 400 && String(e.reason).includes('already exists');
    if (!exists) {
      throw e;
    }
    // labels must not become documents of a source
    const others = await search(index, { size: 0, query: { bool: { must_not: { exists: { field: 'label' } } } } }, signal);
    if (others.hits.total.value > 0) {
      throw new RequestError(0, 'Labels need a separate index.', `[${index}] contains other documents.`);
    }
  }
}

/** Stores a label. Replaces an earlier label of the same two documents in either order. */
export async function save(index, source, one, other, label) {
  const [a, b] = inOrder(one, other);
  const document = { a, b, label, duplicate: DUPLICATES.includes(label), source, at: new Date().toISOString() };
  await sendChange('PUT', path([index, '_doc', idOf(a, b)], { refresh: 'true' }), document);
}

/** Returns the label of two documents; null if there is none. */
export async function labelOf(index, one, other, signal) {
  await changesDone();
  try {
    return (await get(path([index, '_doc', idOf(...inOrder(one, other))]), signal))._source.label;
  } catch (e) {
    if (e instanceof RequestError && e.status === 404) {
      return null;
    }
    throw e;
  }
}

/** Returns all labels of pairs of a source; none if the index does not exist. */
export async function loadLabels(index, source, signal) {
  await changesDone();
  try {
    // also if the user's own mapping has the source as text
    const ofSource = { bool: { filter: [{ exists: { field: 'label' } }, { match_phrase: { source } }] } };
    const response = await search(index, { size: MAX_LABELS, query: ofSource }, signal);
    return response.hits.hits.map(hit => hit._source).filter(one => one.a?.id && one.b?.id && one.source === source);
  } catch (e) {
    if (e instanceof RequestError && e.status === 404) {
      return [];
    }
    throw e;
  }
}

function inOrder(one, other) {
  const sides = [one, other].map(page => ({ index: page.index, id: page.id }));
  return sides.sort((x, y) => (text(x) < text(y) ? -1 : 1));
}

function text(page) {
  return JSON.stringify([page.index, page.id]);
}

/** Returns an id for two documents: a hash, because their ids together may be too long. */
function idOf(a, b) {
  const whole = text(a) + text(b);
  return [1, 2, 3].map(seed => hash(whole, seed)).join('');
}

/** Returns a hash of 53 bits (cyrb53, public domain). Browsers provide cryptographic hashes only over HTTPS. */
function hash(whole, seed) {
  let [h1, h2] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let i = 0; i < whole.length; i++) {
    const code = whole.charCodeAt(i);
    h1 = Math.imul(h1 ^ code, 2654435761);
    h2 = Math.imul(h2 ^ code, 1597334677);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909);
  return (4294967296 * (2097151 & h2) + (h1 >>> 0)).toString(36).padStart(11, '0');
}
