// Shows the list of groups, and the documents of one group.

import { RequestError, path, post, report } from './api.js';
import { address, choice, field, untrusted, h, put, announce, titleOf } from './dom.js';
import { downloads } from './exports.js';
import { change, go, groupsOf, link, pairLink, remember } from './state.js';
import { RELATIONS, badge, count, decimal, percent, relationName, roleMeaning, canonicalRules } from './words.js';

export const title = 'Groups';

const PAGE_SIZE = 25;
const MAX_GROUP_SIZE = 500;

export async function show({ params, content, signal }) {
  const known = groupsOf(params);
  const doubt = params.sort === 'doubt';
  const query = filters(params);
  const response = await post(path([known.source, '_ndd', 'groups'], {
    dest: known.dest, target_field: known.field, size: doubt ? 200 : PAGE_SIZE, sort: params.sort, min_size: params.min_size,
    max_size: params.max_size, search_after: doubt ? null : params.after,
  }), query ? { query } : {}, signal);
  const shown = response.groups.map(group => ({ ...group, canonical: document(group.canonical), doubtful: document(group.doubtful) }));
  const begin = Number(params.n ?? 0);
  remember('groups', { back: location.hash, groups: shown.map(group => group.group) });
  if (doubt) {
    remember('pairs', { back: location.hash, pairs: shown.map(group => ({ a: group.doubtful, b: group.canonical })) });
  }
  const total = response.total ?? shown.length;
  const end = begin + shown.length;
  const words = shown.length === 0 ? 'No groups.'
    : doubt ? `The ${count(shown.length)} least certain groups`
      : `${count(begin + 1)} to ${count(end)} of ${count(total)} groups, the largest first`;
  put(content, controls(params), h('p', { class: 'quiet', id: 'count' }, words),
    h('ol', { class: 'list', start: begin + 1 }, shown.map(group => row(group, known, doubt))),
    h('p', { class: 'links' },
      begin > 0 ? h('a', { href: link('groups', { ...params, after: null, n: null }) }, 'To the first') : null, ' ',
      response.search_after ? h('a', { id: 'next', rel: 'next', href: link('groups', { ...params, after: response.search_after.join(','), n: end }) }, 'Next') : null),
    shown.length ? downloads(known, { sort: 'group', min_size: params.min_size, max_size: params.max_size }, query) : null);
  announce(words);
}

/** Returns the filters of the form: words or a site of the canonical document. */
function filters(params) {
  const filter = [];
  if (params.words) {
    filter.push({ simple_query_string: { query: params.words, default_operator: 'and', lenient: true } });
  }
  if (params.site) {
    filter.push({ term: { [`${params.field ?? 'ndd'}.site`]: params.site } });
  }
  return filter.length ? { bool: { filter } } : null;
}

function controls(params) {
  const words = h('input', { type: 'search', class: 'wide', name: 'words', value: params.words ?? '', placeholder: 'words of the canonical document' });
  const site = h('input', { name: 'site', value: params.site ?? '', placeholder: 'any', autocomplete: 'off', spellcheck: 'false' });
  const size = h('input', { type: 'number', class: 'narrow', name: 'min_size', min: 2, value: params.min_size ?? 2 });
  const largest = h('input', { type: 'number', class: 'narrow', name: 'max_size', min: 2, value: params.max_size ?? '', placeholder: 'any' });
  const sort = choice([['', 'largest first'], ['doubt', 'least certain first']], params.sort, { name: 'sort' });
  const doc = h('input', { name: 'doc', placeholder: 'id of a document', autocomplete: 'off', spellcheck: 'false' });
  const search = event => {
    event?.preventDefault();
    change(params, { words: words.value.trim(), site: site.value.trim(), min_size: size.value > 2 ? size.value : null,
      max_size: largest.value || null, sort: sort.value, after: null, n: null });
  };
  sort.addEventListener('change', () => search());
  return [
    h('form', { class: 'controls', role: 'search', on: { submit: search } }, field('Search', words), field('Site', site),
      field('Minimum size', size), field('Maximum size', largest), field('Order', sort), h('button', null, 'Search')),
    h('form', { class: 'controls', on: { submit: event => {
      event.preventDefault();
      go('group', { ...groupsOf(params), doc: doc.value.trim() });
    } } }, field('Group of a document', doc), h('button', null, 'Open')),
  ];
}

/** Converts a document of the API to the form of views. */
export function document(named) {
  if (!named) {
    return named;
  }
  const { _index: index, _id: id, _routing: routing, ...rest } = named;
  return { index, id, ...(routing === undefined ? {} : { routing }), ...rest };
}

function row(group, known, doubt) {
  const { canonical, doubtful } = group;
  return h('li', { class: 'row-of-list', 'data-group': group.group },
    h('span', { class: 'big', title: 'documents of the group' }, count(group.size)),
    h('div', null,
      h('p', { class: 'title' }, h('a', { href: link('group', { ...known, group: group.group }) }, titleOf(canonical))),
      h('p', { class: 'quiet' }, address(canonical.url), ' ', untrusted(canonical.id, 80)),
      doubt ? h('p', null, badge(doubtful.relation), ` confidence ${decimal(doubtful.confidence)}: `,
        h('a', { href: pairLink(known, doubtful, canonical) }, titleOf(doubtful))) : null));
}

/** The view of the documents of one group. */
export const group = {
  title: 'Group',

  async show({ params, content, heading, signal }) {
    const known = groupsOf(params);
    const response = await post(path([known.source, '_ndd', 'groups'], {
      dest: known.dest, target_field: known.field, size: MAX_GROUP_SIZE, sort: params.sort, relation: params.relation,
    }), params.doc ? { doc: params.doc } : { group: params.group }, signal);
    const pages = response.documents.map(document);
    const canonical = pages.find(page => page.canonical) ?? pages[0];
    put(heading, 'Group: ', titleOf(canonical));
    const others = pages.filter(page => page.confidence !== undefined);
    remember('pairs', { back: location.hash, pairs: others.map(page => ({ a: page, b: canonicalOf(page) })) });
    const relation = choice([['', 'all'], ...RELATIONS.map(name => [name, relationName(name)])], params.relation,
      { name: 'relation', on: { change: event => change(params, { relation: event.target.value }) } });
    const sort = choice([['', 'most similar first'], ['doubt', 'least certain first']], params.sort,
      { name: 'sort', on: { change: event => change(params, { sort: event.target.value }) } });
    const words = `${count(response.total)} documents, including the canonical document` + (response.total > pages.length ? `; the first ${pages.length} are shown` : '');
    put(content,
      h('p', null, words, '. Size of the group: ', count(response.size), '. ', await canonicalReason(known, response, signal)),
      response.markets ? h('p', null, 'Canonical documents by market: ', Object.entries(response.markets).map(([market, page]) => [untrusted(market), ' ', untrusted(page._id, 60), ' '])) : null,
      h('div', { class: 'controls' }, field('Relation', relation), field('Order', sort),
        others.length ? h('a', { class: 'button', id: 'first-pair', href: pairLink(known, others[0], canonicalOf(others[0])) }, 'Compare the pairs') : null,
        h('a', { class: 'button', id: 'whole', href: link('whole', { ...known, group: response.group }) }, 'Texts and differences')),
      h('div', { class: 'scroll' }, h('table', { class: 'members' },
        h('thead', null, h('tr', null, ['Document', 'Relation to the canonical document', 'Confidence', 'Resemblance', 'Share in canonical document', 'Role', ''].map(name => h('th', { scope: 'col' }, name)))),
        h('tbody', null, pages.map(page => member(page, known))))),
      downloads(known, { group: response.group, relation: params.relation }));
    announce(words);
  },
};

/** Returns the rules that selected the canonical document, if the user may read the report. */
async function canonicalReason(known, response, signal) {
  try {
    const rules = canonicalRules((await report(response.run, signal)).parameters?.canonical);
    return rules.length ? `The canonical document is the one with ${rules.join(', then ')}.` : '';
  } catch (e) {
    if (e instanceof RequestError) {
      return '';
    }
    throw e;
  }
}

export function canonicalOf(page) {
  return { index: page.canonical_index, id: page.canonical_id };
}

function member(page, known) {
  const compared = page.confidence !== undefined;
  return h('tr', { class: page.canonical ? 'canonical' : null, 'data-id': page.id },
    h('th', { scope: 'row' }, h('p', { class: 'title' }, titleOf(page)), h('p', { class: 'quiet' }, address(page.url), ' ', untrusted(page.id, 80))),
    h('td', null, page.canonical ? h('span', { class: 'badge live' }, 'canonical document: kept') : badge(page.relation)),
    h('td', null, compared ? [h('meter', { min: 0, max: 1, value: page.confidence, 'aria-hidden': 'true' }), decimal(page.confidence)] : ''),
    h('td', null, compared ? decimal(page.resemblance) : ''),
    h('td', null, compared ? percent(page.containment?.in_canonical) : ''),
    h('td', null, roleMeaning(page.role)),
    h('td', null, compared ? h('a', { href: pairLink(known, page, canonicalOf(page)) }, 'Compare') : ''));
}
