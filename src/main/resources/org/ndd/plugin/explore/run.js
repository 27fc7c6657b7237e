// Shows one run: its results in numbers and charts, its duration and its options.

import { RequestError, report } from './api.js';
import { untrusted, h, put, errorView } from './dom.js';
import { figures } from './figures.js';
import { groupsOf, link } from './state.js';
import { count, duration, moment, canonicalRules } from './words.js';

export const title = 'Overview';

export async function show({ params, content, signal }) {
  const known = groupsOf(params);
  const pictures = h('div', null);
  const numbers = h('div', { class: 'stack' });
  put(content, numbers, h('h2', null, 'Charts'), pictures);
  try {
    put(numbers, whole(await report(known.dest, signal), known));
  } catch (e) {
    if (e instanceof RequestError === false) {
      throw e;
    }
    put(numbers, errorView(e));
  }
  put(pictures, figures(params, signal));
}

function whole(run, known) {
  const tile = (name, value, href, note) => h('div', { class: 'tile' },
    h('dt', null, name), h('dd', null, href ? h('a', { href }, value) : value), note ? h('p', { class: 'quiet' }, note) : null);
  return [
    h('p', null, h('span', { class: `badge s-${run.state}` }, run.state), ' ', run.live ? h('span', { class: 'badge live' }, 'published') : null,
      ' ', moment(run.start_time_in_millis), ' · took ', duration(run.took),
      run.operations_since > 0 ? ` · ${count(run.operations_since)} changes of documents since` : ''),
    h('dl', { class: 'tiles' },
      tile('documents', count(run.documents)),
      tile('groups', count(run.groups), link('groups', known)),
      tile('duplicates', count(run.duplicates), link('pages', known), 'same as or near their canonical document'),
      tile('equal texts', count(run.exact_duplicates)),
      tile('parts of another document', count(run.part_of)),
      tile('pairs compared', count(run.comparisons)),
      tile('sites with boilerplate', count(run.boilerplate), link('boilerplate', known)),
      run.redirects ? tile('redirects', count(run.redirects.attached)) : null),
    warnings(run),
    h('details', { class: 'panel' }, h('summary', null, 'Time and request'),
      h('p', null, 'Canonical document of a group: the one with ', canonicalRules(run.parameters?.canonical).join(', then '), '.'),
      h('div', { class: 'scroll' }, h('table', null,
        h('thead', null, h('tr', null, ['Phase', 'Took', 'Units', 'Per second'].map(name => h('th', { scope: 'col' }, name)))),
        h('tbody', null, (run.phases ?? []).map(phase => h('tr', null, h('th', { scope: 'row' }, phase.phase),
          h('td', null, duration(phase.took)), h('td', null, phase.total ? count(phase.total) : ''),
          h('td', null, phase.docs_per_second ? count(Math.round(phase.docs_per_second)) : '')))))),
      h('pre', { tabindex: '0', 'aria-label': 'Parameters' }, JSON.stringify(run.parameters, null, 2))),
  ];
}

/** Returns warnings about the numbers. */
function warnings(run) {
  const list = [];
  if (run.unprocessed > 0) {
    list.push(`${count(run.unprocessed)} documents have no fingerprints, and were ignored. A backfill adds the fingerprints.`);
  }
  if (run.other_version > 0) {
    list.push(`${count(run.other_version)} documents have fingerprints of another version, and were ignored.`);
  }
  if (run.outdated > 0) {
    list.push(`${count(run.outdated)} of ${count(run.outdated_checked)} checked documents changed without the processor.`);
  }
  if (run.failures?.length) {
    list.push(...run.failures);
  }
  return list.length ? h('ul', { class: 'warnings' }, list.map(one => h('li', null, untrusted(one, 500)))) : null;
}
