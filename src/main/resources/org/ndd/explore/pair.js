// Two pages side by side, with the reason why they are what they are to each other; from here on with the keyboard.

import { Refused, get, path, post, similarity, titles, key } from './api.js';
import { address, foreign, h, put, say, svg } from './dom.js';
import { sideBySide } from './diff.js';
import { LABELS, labelOf, save } from './labels.js';
import { groupsOf, link, pairLink, recall } from './state.js';
import { badge, count, decimal, percent, reason, relationMeaning, signalMeaning, signed } from './words.js';

export const title = 'Pair';

export async function show({ params, content, heading, signal }) {
  const known = groupsOf(params);
  const sides = {
    a: { index: params.a_index, id: params.a, routing: params.a_routing },
    b: { index: params.b_index, id: params.b, routing: params.b_routing },
  };
  const written = known.field ?? 'ndd';
  const [options, said] = await Promise.all([
    known.dest ? similarity(known.dest, signal) : null,
    titles([sides.a, sides.b], written, signal),
  ]);
  const document = side => ({ _index: side.index, _id: side.id, ...(side.routing ? { routing: side.routing } : {}) });
  const found = await post('_ndd/compare', { a: document(sides.a), b: document(sides.b), target_field: written, diff: true, ...(options ?? {}) }, signal);
  for (const side of ['a', 'b']) {
    Object.assign(sides[side], said.get(key(sides[side])));
  }
  const masked = {
    a: found.boilerplate.masked.a ? await boilerplateLines(sides.a, signal) : new Set(),
    b: found.boilerplate.masked.b ? await boilerplateLines(sides.b, signal) : new Set(),
  };
  const way = around(known, sides, params);
  const verdict = h('div', { id: 'verdict' }, verdictOf(found, known.dest && options === null));
  const blind = params.blind === 'true';
  verdict.hidden = blind;
  put(heading, 'Pair');
  put(content,
    h('nav', { class: 'controls', 'aria-label': 'Pairs' },
      way.back ? h('a', { class: 'button', id: 'back', href: way.back }, 'List ', h('kbd', null, 'u')) : null,
      way.previous ? h('a', { class: 'button', id: 'previous', href: way.previous }, 'Previous ', h('kbd', null, 'k')) : null,
      way.next ? h('a', { class: 'button', id: 'next', href: way.next }, 'Next ', h('kbd', null, 'j')) : null,
      way.place ? h('span', { class: 'quiet' }, way.place) : null),
    h('div', { class: 'sides' }, head('A', sides.a), head('B', sides.b)),
    verdict,
    await labelling(known, sides, params, way, verdict, found, signal),
    h('h2', null, 'The texts, as they are compared'),
    sideBySide(found.diff ?? [], masked));
  keys({ j: way.next, k: way.previous, u: way.back, ArrowRight: way.next, ArrowLeft: way.previous }, signal);
  if (!blind) {
    say(`${found.relation}. ${reason(found)}`);
  }
}

/** Lines that the families of a side repeat, if these may be read. */
async function boilerplateLines(side, signal) {
  const lines = new Set();
  for (const family of families(side.site)) {
    (await linesOfFamily(side.index, family, signal)).forEach(line => lines.add(line));
  }
  return lines;
}

/** The families of a document: that of its host, or of all without a host; and that of its section. */
function families(site) {
  const section = site ? site.indexOf('/') : 0;
  const wide = section < 0 ? site : site?.slice(0, section) || '/';
  return section >= 0 && site ? [wide, site] : [wide];
}

async function linesOfFamily(index, family, signal) {
  try {
    const boilerplate = await get(path([index, '_ndd', 'boilerplate', family]), signal);
    return new Set(boilerplate.lines.filter(line => line.level !== 'title').map(line => line.text.trim()));
  } catch (e) {
    if (e instanceof Refused) {
      return new Set();
    }
    throw e;
  }
}

/** Where this pair stands among those that are gone through. */
function around(known, sides, params) {
  const list = recall('pairs');
  const same = (one, other) => one.index === other.index && one.id === other.id;
  const at = list?.pairs.findIndex(pair => same(pair.a, sides.a) && same(pair.b, sides.b)) ?? -1;
  if (at < 0) {
    return {};
  }
  const to = pair => (pair ? pairLink(known, pair.a, pair.b, { blind: params.blind }) : null);
  return {
    back: list.back, previous: to(list.pairs[at - 1]), next: to(list.pairs[at + 1]), place: `${at + 1} of ${list.pairs.length} in the list`,
  };
}

/** Keys that lead somewhere or do something, but where somebody types. */
function keys(known, signal) {
  addEventListener('keydown', event => {
    const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select');
    const what = known[event.key];
    if (!what || typing || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    if (typeof what === 'string') {
      location.hash = what;
    } else {
      what();
    }
  }, { signal });
}

function head(name, page) {
  return h('section', { class: 'side', 'aria-label': `Page ${name}` },
    h('p', { class: 'quiet' }, h('strong', null, name), ' ', foreign(page.index, 60), ' / ', foreign(page.id, 100)),
    h('p', { class: 'title' }, page.title ? foreign(page.title) : h('span', { class: 'quiet' }, page.found ? 'no title' : 'gone, or hidden from you')),
    h('p', null, address(page.url)));
}

/** What was found, in words first. */
export function verdictOf(found, byDefaults) {
  const fact = (name, value) => h('div', null, h('dt', null, name), h('dd', null, value));
  const { a, b } = found.boilerplate.masked;
  return h('section', { class: 'verdict', 'aria-label': 'Verdict' },
    h('p', { class: 'said' }, badge(found.relation), ' ', relationMeaning(found.relation), '. ', h('span', { id: 'reason' }, reason(found))),
    found.distinction ? h('p', null, 'Distinguished by ', found.distinction.kind.replaceAll('_', ' '), ': A has ', words(found.distinction.a), ', B has ', words(found.distinction.b), '.') : null,
    waterfall(found.contributions),
    a || b ? h('p', null, `Ignored as boilerplate: ${count(a)} characters of A, ${count(b)} of B.`) : null,
    found.approximate ? h('p', { class: 'quiet' }, 'The texts are long: they were compared by sentences.') : null,
    byDefaults ? h('p', { class: 'quiet' }, 'You may not read the report of the run, so this is by the default options, which may be others.') : null,
    h('dl', { class: 'numbers' },
      fact('confidence', decimal(found.confidence)), fact('resemblance', decimal(found.resemblance)),
      fact('of A in B', percent(found.containment.a_in_b)), fact('of B in A', percent(found.containment.b_in_a)),
      fact('length', `${count(found.length.a)} / ${count(found.length.b)}`),
      fact('fingerprints shared', `${count(found.fingerprints.shared)} of ${count(found.fingerprints.a)} / ${count(found.fingerprints.b)}`),
      fact('reason', found.reason)));
}

/** How the signals add up to the log-odds of the confidence: a bar for each begins at the sum of those above it. */
function waterfall(contributions) {
  if (contributions.length === 0) {
    return null;
  }
  const sums = contributions.reduce((all, one) => [...all, all[all.length - 1] + one.log_odds], [0]);
  const least = Math.min(...sums);
  const width = Math.max(...sums) - least || 1;
  const bar = (from, to, kind) => svg('svg', { class: 'waterfall-bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('line', { class: 'axis', x1: (0 - least) / width * 100, x2: (0 - least) / width * 100, y1: 0, y2: 10 }),
    svg('rect', { class: kind, x: (Math.min(from, to) - least) / width * 100, y: 1, width: Math.abs(to - from) / width * 100, height: 8 }));
  const row = (name, from, to, said) => h('tr', null, h('th', { scope: 'row' }, name), h('td', { class: 'number' }, signed(to - from)),
    h('td', null, bar(from, to, to < from ? 'against' : 'for')), h('td', null, said));
  const total = sums[sums.length - 1];
  return h('table', { id: 'contributions', class: 'waterfall' },
    h('caption', null, 'What each signal adds to the log-odds that readers call the two near-duplicates'),
    h('tbody', null,
      contributions.map((one, i) => row(signalMeaning(one.signal), sums[i], sums[i + 1], one.a ? [words(one.a), ' / ', words(one.b)] : '')),
      row('sum', 0, total, `confidence ${decimal(1 / (1 + Math.exp(-total)))}`)));
}

function words(list) {
  return list.length ? list.slice(0, 12).map((word, i) => [i ? ', ' : '', h('em', null, foreign(word, 60))]) : 'nothing';
}

/** Buttons for what a person thinks of the pair, where it is known where to keep it. */
async function labelling(known, sides, params, way, verdict, found, signal) {
  if (!known.labels) {
    return known.source ? h('p', { class: 'quiet' }, h('a', { href: link('label', known) }, 'Label pairs'), ' to measure how well the verdicts suit you.') : null;
  }
  const status = h('p', { class: 'quiet', role: 'status', id: 'labeled' });
  const buttons = new Map();
  const mark = label => buttons.forEach((one, name) => one.setAttribute('aria-pressed', String(name === label)));
  const choose = label => async () => {
    try {
      await save(known.labels, known.source, sides.a, sides.b, label, signal);
      mark(label);
      verdict.hidden = false;
      const text = `Kept: ${LABELS[label]}. The verdict: ${found.relation.replace('_', ' ')}.`;
      put(status, text, way.next ? ' Continue with j.' : '');
      say(text);
    } catch (e) {
      if (signal.aborted === false) {
        put(status, h('span', { class: 'refused' }, e.message, ' ', foreign(e.reason ?? '', 300)));
      }
    }
  };
  Object.entries(LABELS).forEach(([label, meaning], i) => buttons.set(label, h('button', {
    type: 'button', title: meaning, 'data-label': label, 'aria-pressed': 'false', on: { click: choose(label) },
  }, label, ' ', h('kbd', null, i + 1))));
  keys(Object.fromEntries(Object.keys(LABELS).map((label, i) => [String(i + 1), choose(label)])), signal);
  const before = await labelOf(known.labels, sides.a, sides.b, signal);
  if (before) {
    mark(before);
    put(status, `Labeled before: ${LABELS[before] ?? before}.`);
    verdict.hidden = false;
  }
  return h('section', { class: 'panel', 'aria-label': 'Your label' },
    h('p', null, 'How are the two related?', params.blind === 'true' && !before ? ' The verdict is shown after your label.' : ''),
    h('div', { class: 'controls' }, [...buttons.values()]), status);
}
