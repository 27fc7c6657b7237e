// Compares two documents, and shows the verdict as text and as a waterfall chart.

import { RequestError, get, path, post } from './api.js';
import { untrusted, h, svg } from './dom.js';
import { badge, count, decimal, percent, reason, relationMeaning, signalMeaning, signed } from './words.js';

/**
 * Compares two documents with the options of a run. In the result, `masked` contains the lines of each side that are boilerplate.
 *
 * @param options similarity parameters, null for the defaults
 * @param families boilerplate of families that was already read, by index and family
 */
export async function comparison(known, sides, options, signal, families = new Map()) {
  const document = side => ({ _index: side.index, _id: side.id, ...(side.routing ? { routing: side.routing } : {}) });
  const found = await post('_ndd/compare', {
    a: document(sides.a), b: document(sides.b), target_field: known.field ?? 'ndd', diff: true, ...(options ?? {}),
  }, signal);
  const { a, b } = found.boilerplate.masked;
  found.masked = {
    a: a ? await boilerplateLines(sides.a, families, signal) : new Set(),
    b: b ? await boilerplateLines(sides.b, families, signal) : new Set(),
  };
  return found;
}

/** Returns the lines that are boilerplate of the families of a side, if the user may read them. */
async function boilerplateLines(side, known, signal) {
  const lines = new Set();
  for (const family of families(side.site)) {
    const name = JSON.stringify([side.index, family]);
    if (!known.has(name)) {
      known.set(name, linesOfFamily(side.index, family, signal));
    }
    (await known.get(name)).forEach(line => lines.add(line));
  }
  return lines;
}

/** Returns the families of a document: that of its host, or of all documents without a host; and that of its section. */
function families(site) {
  const section = site ? site.indexOf('/') : 0;
  const wide = section < 0 ? site : site?.slice(0, section) || '/';
  return section >= 0 && site ? [wide, site] : [wide];
}

async function linesOfFamily(index, family, signal) {
  try {
    const boilerplate = await get(path([index, '_ndd', 'boilerplate', family]), signal);
    return new Set(boilerplate.lines.filter(line => ['common', 'full', 'dated'].includes(line.level)).map(line => line.text.trim()));
  } catch (e) {
    if (e instanceof RequestError) {
      return new Set();
    }
    throw e;
  }
}

/** Shows the verdict: a sentence, the contributions of the signals, and the measures. */
export function verdictOf(found, byDefaults) {
  const fact = (name, value) => h('div', null, h('dt', null, name), h('dd', null, value));
  const { a, b } = found.boilerplate.masked;
  return h('section', { class: 'verdict', 'aria-label': 'Verdict' },
    h('p', { class: 'summary' }, badge(found.relation), ' ', relationMeaning(found.relation), '. ', h('span', { id: 'reason' }, reason(found))),
    found.distinction ? h('p', null, 'Distinguished by ', found.distinction.kind.replaceAll('_', ' '), ': A has ', words(found.distinction.a), ', B has ', words(found.distinction.b), '.') : null,
    waterfall(found.contributions, 'contributions'),
    a || b ? h('p', null, `Ignored as boilerplate: ${count(a)} characters of A, ${count(b)} of B.`) : null,
    found.approximate ? h('p', { class: 'quiet' }, 'The texts are long: they were compared by sentences.') : null,
    byDefaults ? h('p', { class: 'quiet' }, 'You may not read the report of the run, so this verdict uses the default options, which may differ.') : null,
    h('dl', { class: 'numbers' },
      fact('confidence', decimal(found.confidence)), fact('resemblance', decimal(found.resemblance)),
      fact('of A in B', percent(found.containment.a_in_b)), fact('of B in A', percent(found.containment.b_in_a)),
      fact('length', `${count(found.length.a)} / ${count(found.length.b)}`),
      fact('fingerprints shared', `${count(found.fingerprints.shared)} of ${count(found.fingerprints.a)} / ${count(found.fingerprints.b)}`),
      fact('reason', found.reason)));
}

/** Shows the sum of the contributions of signals, the log-odds of the confidence. Each bar begins at the sum of the previous ones. */
export function waterfall(contributions, id) {
  if (contributions.length === 0) {
    return null;
  }
  const sums = contributions.reduce((all, one) => [...all, all[all.length - 1] + one.log_odds], [0]);
  const least = Math.min(...sums);
  const width = Math.max(...sums) - least || 1;
  const bar = (from, to, kind) => svg('svg', { class: 'waterfall-bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('line', { class: 'axis', x1: (0 - least) / width * 100, x2: (0 - least) / width * 100, y1: 0, y2: 10 }),
    svg('rect', { class: kind, x: (Math.min(from, to) - least) / width * 100, y: 1, width: Math.abs(to - from) / width * 100, height: 8 }));
  const row = (name, from, to, note) => h('tr', null, h('th', { scope: 'row' }, name), h('td', { class: 'number' }, signed(to - from)),
    h('td', null, bar(from, to, to < from ? 'against' : 'for')), h('td', null, note));
  const total = sums[sums.length - 1];
  return h('table', { id, class: 'waterfall' },
    h('caption', null, 'Contributions of the signals to the log-odds that readers call the two near-duplicates'),
    h('tbody', null,
      contributions.map((one, i) => row(signalMeaning(one.signal), sums[i], sums[i + 1], one.a ? [words(one.a), ' / ', words(one.b)] : '')),
      row('sum', 0, total, `confidence ${decimal(1 / (1 + Math.exp(-total)))}`)));
}

function words(list) {
  return list.length ? list.slice(0, 12).map((word, i) => [i ? ', ' : '', h('em', null, untrusted(word, 60))]) : 'nothing';
}
