// Lists duplicates with their canonical documents, filtered by a chart or a form, least certain first.

import { key, search, titles } from './api.js';
import { address, choice, field, untrusted, h, put, announce, titleOf } from './dom.js';
import { downloads } from './exports.js';
import { COMPARED, DUPLICATES } from './figures.js';
import { change, groupsOf, link, pairLink, remember } from './state.js';
import { RELATIONS, badge, count, decimal, relationName } from './words.js';

export const title = 'Duplicates';

const PAGE_SIZE = 25;
const ORDERS = { doubt: ['confidence', 'asc'], sure: ['confidence', 'desc'], alike: ['resemblance', 'desc'], unlike: ['resemblance', 'asc'] };

export async function show({ params, content, signal }) {
  const known = groupsOf(params);
  const found = params.by ? await byValue(params, known, signal) : await byFilter(params, known, signal);
  const pairs = found.documents.map(page => ({
    a: { ...page.doc, relation: page.relation, confidence: page.confidence, resemblance: page.resemblance },
    b: { index: page.canonical_index, id: page.canonical_id, routing: page.canonical_routing },
    group: page.group,
  }));
  const details = await titles(pairs.flatMap(pair => [pair.a, pair.b]), known.field ?? 'ndd', signal);
  pairs.forEach(pair => {
    Object.assign(pair.a, details.get(key(pair.a)));
    Object.assign(pair.b, details.get(key(pair.b)));
  });
  remember('pairs', { back: location.hash, pairs });
  const begin = Number(params.n ?? 0);
  const words = pairs.length === 0 ? 'No documents.' : `${count(begin + 1)} to ${count(begin + pairs.length)} of ${count(found.total)} documents`;
  put(content, controls(params), h('p', { class: 'quiet', id: 'count' }, words),
    h('ol', { class: 'list', start: begin + 1 }, pairs.map(pair => row(pair, known))),
    h('p', { class: 'links' },
      begin > 0 ? h('a', { href: link('pages', { ...params, after: null, n: null }) }, 'To the first') : null, ' ',
      found.after ? h('a', { id: 'next', rel: 'next', href: link('pages', { ...params, after: found.after, n: begin + pairs.length }) }, 'Next') : null),
    pairs.length && !params.by ? downloads(known, exportFilters(params)) : null);
  announce(words);
}

/** Returns the filters of the view for the export API. The API includes the maximum, this view does not. */
function exportFilters(params) {
  const below = to => (to && Number(to) < 1 ? Number(to) - 1e-6 : to);
  return {
    canonical: 'false', sort: 'group', relation: params.relation,
    min_confidence: params.confidence_from, max_confidence: below(params.confidence_to),
    min_resemblance: params.resemblance_from, max_resemblance: below(params.resemblance_to),
  };
}

function between(name, from, to) {
  const closed = Number(to) >= 1;
  return { range: { [name]: { ...(from ? { gte: from } : {}), ...(to ? { [closed ? 'lte' : 'lt']: to } : {}) } } };
}

async function byFilter(params, known, signal) {
  const filter = params.relation ? COMPARED.filter.concat({ term: { relation: params.relation } }) : [...DUPLICATES.filter];
  for (const name of ['confidence', 'resemblance']) {
    const [from, to] = [params[`${name}_from`], params[`${name}_to`]];
    if (from || to) {
      filter.push(between(name, from, to));
    }
  }
  const [by, direction] = ORDERS[params.order] ?? ORDERS.doubt;
  const response = await search(known.dest, {
    size: PAGE_SIZE,
    track_total_hits: true,
    query: { bool: { filter } },
    sort: [{ [by]: direction }, { 'doc.id': 'asc' }, { 'doc.index': 'asc' }, { group: 'asc' }],
    ...(params.after ? { search_after: JSON.parse(params.after) } : {}),
  }, signal);
  const { hits, total } = response.hits;
  return {
    documents: hits.map(hit => hit._source), total: total.value,
    after: hits.length === PAGE_SIZE ? JSON.stringify(hits[hits.length - 1].sort) : null,
  };
}

/** Finds duplicates whose document has a value in a field: first in the source, then in the groups. */
async function byValue(params, known, signal) {
  const from = Number(params.after ?? 0);
  const response = await search(known.source, {
    size: PAGE_SIZE, from, _source: false, track_total_hits: true,
    query: { bool: { filter: [{ known_duplicates: { dest: { index: known.dest } } }, { term: { [params.by]: params.value } }] } },
  }, signal);
  const { hits, total } = response.hits;
  const places = new Map();
  hits.forEach(hit => places.set(hit._index, [...(places.get(hit._index) ?? []), hit._id]));
  const pages = hits.length === 0 ? [] : (await search(known.dest, {
    size: 2 * PAGE_SIZE,
    query: { bool: { filter: DUPLICATES.filter.concat({ bool: { should: [...places].map(([index, ids]) => ({
      bool: { filter: [{ term: { 'doc.index': index } }, { terms: { 'doc.id': ids } }] },
    })) } }) } },
  }, signal)).hits.hits.map(hit => hit._source);
  // a search cannot skip more than ten thousand hits
  const more = hits.length === PAGE_SIZE && from + 2 * PAGE_SIZE <= 10000;
  return { documents: pages, total: total.value, after: more ? from + PAGE_SIZE : null };
}

function controls(params) {
  const relation = choice([['', 'duplicates'], ...RELATIONS.filter(name => name !== 'redirect').map(name => [name, relationName(name)])], params.relation,
    { name: 'relation', on: { change: event => again({ relation: event.target.value }) } });
  const order = choice([['', 'least certain first'], ['sure', 'most certain first'], ['alike', 'most similar first'], ['unlike', 'least similar first']],
    params.order, { name: 'order', on: { change: event => again({ order: event.target.value }) } });
  const again = changed => change(params, { ...changed, after: null, n: null });
  const chosen = [];
  const addFilterLink = (words, names) => chosen.push(h('a', {
    class: 'chip', href: link('pages', { ...params, ...Object.fromEntries(names.map(name => [name, null])), after: null, n: null }),
    'aria-label': `without ${words}`,
  }, untrusted(words, 80), ' ×'));
  for (const name of ['confidence', 'resemblance']) {
    const [from, to] = [params[`${name}_from`], params[`${name}_to`]];
    if (from || to) {
      addFilterLink(`${name} ${from ?? 0} to ${to ?? 1}`, [`${name}_from`, `${name}_to`]);
    }
  }
  if (params.by) {
    addFilterLink(`${params.by}: ${params.value}`, ['by', 'value']);
  }
  return [
    h('div', { class: 'controls' }, params.by ? null : [field('Relation', relation), field('Order', order)],
      h('a', { class: 'button', href: link('run', groupsOf(params)) }, 'Filter by charts')),
    chosen.length ? h('p', { class: 'chips' }, 'Only: ', chosen) : null,
  ];
}

function row(pair, known) {
  const { a, b } = pair;
  return h('li', { class: 'row-of-list', 'data-id': a.id },
    h('div', null,
      h('p', { class: 'title' }, h('a', { href: pairLink(known, a, b) }, titleOf(a))),
      h('p', { class: 'quiet' }, badge(a.relation), ` confidence ${decimal(a.confidence)} · resemblance ${decimal(a.resemblance)}`, a.url ? [' · ', address(a.url)] : null),
      h('p', null, 'canonical document: ', titleOf(b), ' ', h('a', { class: 'quiet', href: link('group', { ...known, group: pair.group }) }, 'group'))));
}
