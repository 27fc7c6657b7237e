// What people say of pairs, in an index of the reader's choice.

import { Refused, call, get, path, post } from './api.js';

/** What two pages are to each other, as people say it; in the order of their keys. */
export const LABELS = {
  same: 'the same page: one could be deleted',
  near: 'near-duplicates: one is enough in a list of results',
  overlap: 'a part is shared: both are worth keeping',
  other: 'one form, filled in for two things',
  not: 'not alike',
};

/** Those that make two pages duplicates of each other. */
const DUPLICATES = ['same', 'near'];

/** The most labels that are read: as many as one evaluation takes. */
const MOST = 10000;

const keyword = { type: 'keyword' };
const side = { properties: { index: keyword, id: keyword } };
const MAPPINGS = { properties: { a: side, b: side, label: keyword, duplicate: { type: 'boolean' }, source: keyword, at: { type: 'date' } } };

/** Makes the index where it is not there yet. */
export async function prepare(index, signal) {
  try {
    await call('PUT', path([index]), { mappings: MAPPINGS }, signal);
  } catch (e) {
    const there = e instanceof Refused && e.status === 400 && String(e.reason).includes('already exists');
    if (!there) {
      throw e;
    }
  }
}

/** Keeps a label; another one of the same two pages, in whatever order, is replaced. */
export async function save(index, source, one, other, label, signal) {
  const [a, b] = inOrder(one, other);
  const document = { a, b, label, duplicate: DUPLICATES.includes(label), source, at: new Date().toISOString() };
  await call('PUT', path([index, '_doc', idOf(a, b)], { refresh: 'true' }), document, signal);
}

/** The label that two pages have; null where none. */
export async function labelOf(index, one, other, signal) {
  try {
    return (await get(path([index, '_doc', idOf(...inOrder(one, other))]), signal))._source.label;
  } catch (e) {
    if (e instanceof Refused && e.status === 404) {
      return null;
    }
    throw e;
  }
}

/** All labels of pairs of a source; none where there is no such index yet. */
export async function all(index, source, signal) {
  try {
    const answer = await post(path([index, '_search']), { size: MOST, query: { exists: { field: 'label' } } }, signal);
    return answer.hits.hits.map(hit => hit._source).filter(one => one.a?.id && one.b?.id && one.source === source);
  } catch (e) {
    if (e instanceof Refused && e.status === 404) {
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

/** An id for two pages: ids may be too long to be put together. */
function idOf(a, b) {
  const whole = text(a) + text(b);
  return [1, 2, 3].map(seed => hash(whole, seed)).join('');
}

/** 53 bits of a text, as the browser's own hashes are only there over HTTPS (cyrb53, public domain). */
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
