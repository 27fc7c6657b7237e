// Labels pairs: selects the index of the labels, and the pairs whose labels are most useful.

import { path, post } from './api.js';
import { button, field, untrusted, h, put, errorView, announce } from './dom.js';
import { LABELS, createIndex, loadLabels } from './labels.js';
import { change, groupsOf, indexFor, link, pairLink, recall, remember } from './state.js';
import { count } from './words.js';

export const title = 'Label';

const PAIR_COUNT = 50;

export async function show({ params, content, signal }) {
  const known = groupsOf(params);
  if (!known.source) {
    put(content, h('p', null, 'Open the groups of a ', h('a', { href: link('runs') }, 'run'), ' first.'));
    return;
  }
  const status = h('div', null);
  const name = h('input', { name: 'labels', value: params.labels ?? recall('labels') ?? indexFor(known.source, 'labels'),
    required: true, autocomplete: 'off', spellcheck: 'false' });
  const use = async event => {
    event.preventDefault();
    try {
      await createIndex(name.value.trim(), signal);
      remember('labels', name.value.trim());
      change(params, { labels: name.value.trim() });
    } catch (e) {
      if (signal.aborted === false) {
        put(status, errorView(e));
      }
    }
  };
  put(content,
    h('p', null, 'Label some pairs, and see in ', h('a', { href: link('evaluate', known) }, 'Evaluate'),
      ' how well the verdicts agree with you. Labels are stored in an index of yours, which is created if it does not exist.'),
    h('form', { class: 'controls', on: { submit: use } }, field('Index of the labels', name), h('button', { id: 'use' }, params.labels ? 'Use another' : 'Use it')),
    status, params.labels ? await work(known, signal) : null);
}

async function work(known, signal) {
  const labels = await loadLabels(known.labels, known.source, signal);
  const list = h('div', null);
  const start = button('Find doubtful pairs', async () => {
    put(list, h('p', { class: 'quiet' }, 'Looking for pairs …'));
    try {
      put(list, await findDoubtful(known, labels.length, signal));
    } catch (e) {
      if (signal.aborted === false) {
        put(list, errorView(e));
      }
    }
  }, { class: 'primary', id: 'doubtful' });
  const counts = Object.keys(LABELS).map(label => [label, labels.filter(one => one.label === label).length]);
  return [
    h('dl', { class: 'numbers', id: 'counts' }, h('div', null, h('dt', null, 'labeled'), h('dd', null, count(labels.length))),
      counts.map(([label, number]) => h('div', null, h('dt', null, label), h('dd', null, count(number))))),
    h('p', null, 'Labels are most useful for pairs with the least certain verdicts. The verdict is shown after your label.'),
    h('p', { class: 'links' }, start, ' or label while you look through the ', h('a', { href: link('pages', known) }, 'duplicates'), ' and the ',
      h('a', { href: link('groups', known) }, 'groups'), '.'),
    list,
  ];
}

/** Returns the pairs with the least certain verdicts; options as in the API. */
export async function leastCertain(known, options, signal) {
  const response = await post(path([known.source, '_ndd', 'evaluate', 'pairs']), { target_field: known.field ?? 'ndd', ...options }, signal);
  const side = one => (typeof one === 'string' ? { index: known.source, id: one } : { index: one._index, id: one._id });
  return response.pairs.map(pair => ({ a: side(pair.a), b: side(pair.b) }));
}

/** Searches for pairs to label. The number of labels is the seed, so that other pairs are found after new labels. */
async function findDoubtful(known, seed, signal) {
  const pairs = await leastCertain(known, { size: PAIR_COUNT, seed }, signal);
  remember('pairs', { back: link('label', known), pairs });
  announce(`${pairs.length} pairs`);
  if (pairs.length === 0) {
    return h('p', null, 'No two pages of the sample share enough to be in doubt.');
  }
  return [
    h('p', null, h('a', { class: 'button primary', id: 'start', href: pairLink(known, pairs[0].a, pairs[0].b, { blind: 'true' }) },
      `Label ${count(pairs.length)} pairs`), ' with the keys ', Object.keys(LABELS).map((label, i) => [h('kbd', null, i + 1), ' ', label, ' '])),
    h('ol', { class: 'list' }, pairs.map(pair => h('li', null,
      h('a', { href: pairLink(known, pair.a, pair.b, { blind: 'true' }) }, untrusted(pair.a.id, 60), ' – ', untrusted(pair.b.id, 60))))),
  ];
}
