// Shows the learned boilerplate of a site, which comparisons ignore.

import { RequestError, get, path, search } from './api.js';
import { bars } from './chart.js';
import { field, untrusted, h, put } from './dom.js';
import { change, groupsOf, link } from './state.js';
import { count, moment } from './words.js';

export const title = 'Boilerplate';

// the family of the documents without a host
const NO_SITE = '/';
const WITHOUT_SITE = 'documents without a site';
const MAX_SITES = 30;
const MAX_LINES = 500;
const LEVELS = {
  common: 'in at least half of the documents',
  full: 'in fewer documents',
  dated: 'with a date, and other numbers; only ignored between two sites',
  title: 'a word of many titles; not ignored',
  shared_title: 'the title of many documents; not ignored',
  slot: 'a place that short documents fill with different words; not ignored',
};

export async function show({ params, content, signal }) {
  const known = groupsOf(params);
  const site = h('input', { name: 'site', value: params.site ?? '', required: true, placeholder: 'host, or /', autocomplete: 'off', spellcheck: 'false' });
  const form = h('form', { class: 'controls', on: { submit: event => {
    event.preventDefault();
    change(params, { site: site.value.trim() });
  } } }, field('Site', site), h('button', null, 'Show'));
  put(content, h('p', null, 'Boilerplate is text that a site repeats in otherwise different documents: menus, footers, teasers. Comparisons ignore it.'),
    form, params.site ? await boilerplate(known, params.site, signal) : null, await sites(known, signal));
}

async function boilerplate(known, site, signal) {
  let found;
  try {
    found = await get(path([known.source, '_ndd', 'boilerplate', site]), signal);
  } catch (e) {
    if (e instanceof RequestError && e.status === 404) {
      return h('p', { id: 'no-boilerplate' }, 'No boilerplate of ', untrusted(site), ' is known. A site needs at least three documents. The view shows the boilerplate of the published run.');
    }
    throw e;
  }
  const lines = found.lines.slice(0, MAX_LINES);
  return h('section', { class: 'panel', id: 'boilerplate', 'aria-label': 'Boilerplate' },
    h('h2', null, found.site === NO_SITE ? WITHOUT_SITE : untrusted(found.site)),
    h('p', null, `Learned from ${count(found.pages)} documents, `, moment(found.learned_at), `. ${count(found.lines.length)} lines.`),
    lines.length === 0 ? h('p', null, 'The site repeats no lines.') : h('div', { class: 'scroll' }, h('table', null,
      h('thead', null, h('tr', null, ['Line', 'Documents', 'Level'].map(name => h('th', { scope: 'col' }, name)))),
      h('tbody', null, lines.map(line => h('tr', null, h('td', { dir: 'auto' }, untrusted(line.text, 500)), h('td', null, count(line.pages)),
        h('td', null, h('span', { title: LEVELS[line.level] }, line.level))))))),
    found.lines.length > MAX_LINES ? h('p', { class: 'quiet' }, `${count(found.lines.length - MAX_LINES)} more are not shown.`) : null);
}

async function sites(known, signal) {
  const written = known.field ?? 'ndd';
  const response = await search(known.source, {
    size: 0,
    query: { exists: { field: `${written}.version` } },
    aggs: { sites: { terms: { field: `${written}.site`, size: MAX_SITES } }, without: { missing: { field: `${written}.site` } } },
  }, signal);
  const { sites: { buckets }, without } = response.aggregations;
  return bars('Sites with the most documents', buckets.concat(without.doc_count ? { key: NO_SITE, doc_count: without.doc_count } : [])
    .map(({ key, doc_count: value }) => ({
      name: key, words: key === NO_SITE ? WITHOUT_SITE : undefined, value, href: link('boilerplate', { ...known, site: key }),
    })));
}
