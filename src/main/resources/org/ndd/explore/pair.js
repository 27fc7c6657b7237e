// Two pages side by side, with the reason why they are what they are to each other; from here on with the keyboard.

import { key, similarity, titles } from './api.js';
import { address, button, foreign, h, keys, orRefused, problem, put, say } from './dom.js';
import { deciding } from './decide.js';
import { nextDifference, sideBySide } from './diff.js';
import { LABELS, labelOf, save } from './labels.js';
import { groupsOf, link, pairLink, recall } from './state.js';
import { comparison, verdictOf } from './verdict.js';
import { reason } from './words.js';

export const title = 'Pair';

export async function show({ params, content, heading, signal }) {
  const known = groupsOf(params);
  const sides = {
    a: { index: params.a_index, id: params.a, routing: params.a_routing },
    b: { index: params.b_index, id: params.b, routing: params.b_routing },
  };
  const [options, said] = await Promise.all([
    known.dest ? similarity(known.dest, signal) : null,
    titles([sides.a, sides.b], known.field ?? 'ndd', signal),
  ]);
  for (const side of ['a', 'b']) {
    Object.assign(sides[side], said.get(key(sides[side])));
  }
  const found = await comparison(known, sides, options, signal);
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
    await orRefused(deciding(known, sides, params, verdict, signal)),
    await labelling(known, sides, params, way, verdict, found, signal),
    verdict,
    h('h2', null, 'The texts, as they are compared'),
    h('p', { class: 'controls' }, button(['Next difference ', h('kbd', null, 'f')], nextDifference, { id: 'difference' })),
    sideBySide(found.diff ?? [], found.masked));
  keys({ j: way.next, k: way.previous, u: way.back, f: nextDifference, ArrowRight: way.next, ArrowLeft: way.previous }, signal);
  if (!blind) {
    say(`${found.relation}. ${reason(found)}`);
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
  const to = pair => (pair ? pairLink(known, pair.a, pair.b, { blind: params.blind, second: params.second }) : null);
  return {
    back: list.back, previous: to(list.pairs[at - 1]), next: to(list.pairs[at + 1]), place: `${at + 1} of ${list.pairs.length} in the list`,
  };
}

function head(name, page) {
  return h('section', { class: 'side', 'aria-label': `Document ${name}` },
    h('p', { class: 'quiet' }, h('strong', null, name), ' ', foreign(page.index, 60), ' / ', foreign(page.id, 100)),
    h('p', { class: 'title' }, page.title ? foreign(page.title) : h('span', { class: 'quiet' }, page.found ? 'no title' : 'gone, or hidden from you')),
    h('p', null, address(page.url)));
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
        put(status, problem(e));
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
