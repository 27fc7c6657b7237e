// Shows two documents side by side, with the reasons for the verdict, and keys to move through a list of pairs.

import { concrete, key, similarity, titles } from './api.js';
import { address, button, untrusted, h, bindKeys, orErrorView, showFailure, put, announce } from './dom.js';
import { decisionPanel } from './decide.js';
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
  const [options, details] = await Promise.all([
    known.dest ? similarity(known.dest, signal) : null,
    titles([sides.a, sides.b], known.field ?? 'ndd', signal),
  ]);
  for (const side of ['a', 'b']) {
    Object.assign(sides[side], details.get(key(sides[side])));
  }
  const found = await comparison(known, sides, options, signal);
  const position = listPosition(known, sides, params);
  const verdict = h('div', { id: 'verdict' }, verdictOf(found, known.dest && options === null));
  const blind = params.blind === 'true';
  verdict.hidden = blind;
  put(heading, 'Pair');
  put(content,
    h('nav', { class: 'controls', 'aria-label': 'Pairs' },
      position.back ? h('a', { class: 'button', id: 'back', href: position.back }, 'List ', h('kbd', null, 'u')) : null,
      position.previous ? h('a', { class: 'button', id: 'previous', href: position.previous }, 'Previous ', h('kbd', null, 'k')) : null,
      position.next ? h('a', { class: 'button', id: 'next', href: position.next }, 'Next ', h('kbd', null, 'j')) : null,
      position.place ? h('span', { class: 'quiet' }, position.place) : null),
    h('div', { class: 'sides' }, head('A', sides.a), head('B', sides.b)),
    await orErrorView(decisionPanel(known, sides, params, verdict, signal)),
    await orErrorView(labelPanel(known, sides, params, position, verdict, found, signal)),
    verdict,
    h('h2', null, 'The texts, as they are compared'),
    h('p', { class: 'controls' }, button(['Next difference ', h('kbd', null, 'f')], nextDifference, { id: 'difference' })),
    sideBySide(found.diff ?? [], found.masked));
  bindKeys({ j: position.next, k: position.previous, u: position.back, f: nextDifference, ArrowRight: position.next, ArrowLeft: position.previous }, signal);
  if (!blind) {
    announce(`${found.relation}. ${reason(found)}`);
  }
}

/** Returns the position of this pair in the current list of pairs, with links to its neighbors. */
function listPosition(known, sides, params) {
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
    h('p', { class: 'quiet' }, h('strong', null, name), ' ', untrusted(page.index, 60), ' / ', untrusted(page.id, 100)),
    h('p', { class: 'title' }, page.title ? untrusted(page.title) : h('span', { class: 'quiet' }, page.found ? 'no title' : 'deleted, or hidden from you')),
    h('p', null, address(page.url)));
}

/** Creates buttons to label the pair, if an index of labels is selected. */
async function labelPanel(known, sides, params, position, verdict, found, signal) {
  if (!known.labels) {
    return known.source ? h('p', { class: 'quiet' }, h('a', { href: link('label', known) }, 'Label pairs'), ' to measure the quality of the verdicts.') : null;
  }
  const [a, b] = [sides.a, sides.b].map(concrete);
  const before = await labelOf(known.labels, a, b, signal);
  const status = h('p', { class: 'quiet', role: 'status', id: 'labeled' });
  const buttons = new Map();
  const mark = label => buttons.forEach((one, name) => one.setAttribute('aria-pressed', String(name === label)));
  const here = location.hash;
  const choose = label => async () => {
    try {
      await save(known.labels, known.source, a, b, label);
      mark(label);
      verdict.hidden = false;
      const text = `Stored: ${LABELS[label]}. The verdict: ${found.relation.replace('_', ' ')}.`;
      put(status, text, position.next ? ' Continue with j.' : '');
      announce(text);
    } catch (e) {
      showFailure(e, status, here, signal);
    }
  };
  Object.entries(LABELS).forEach(([label, meaning], i) => buttons.set(label, h('button', {
    type: 'button', title: meaning, 'data-label': label, 'aria-pressed': 'false', on: { click: choose(label) },
  }, label, ' ', h('kbd', null, i + 1))));
  bindKeys(Object.fromEntries(Object.keys(LABELS).map((label, i) => [String(i + 1), choose(label)])), signal);
  if (before) {
    mark(before);
    put(status, `Labeled before: ${LABELS[before] ?? before}.`);
    verdict.hidden = false;
  }
  return h('section', { class: 'panel', 'aria-label': 'Your label' },
    h('p', null, 'How are the two related?', params.blind === 'true' && !before ? ' The verdict is shown after your label.' : ''),
    h('div', { class: 'controls' }, [...buttons.values()]), status);
}
