// Records decisions by keyboard: batches of the least certain pairs, a second reader, and disagreements.

import { concrete, report } from './api.js';
import { button, field, untrusted, h, bindKeys, latest, orErrorView, showFailure, put, errorView, announce } from './dom.js';
import { DECISIONS, authenticated, decide, decisionAbout, decisionsOf, pairKey, secondOf, withdraw } from './decisions.js';
import { leastCertain } from './label.js';
import { change, groupsOf, indexFor, link, pairLink, recall, remember } from './state.js';
import { count, countOf, moment, percent } from './words.js';

export const title = 'Decide';

const MAX_LISTED = 100;

export async function show({ params, content, signal }) {
  const known = groupsOf(params);
  if (!known.source) {
    put(content, h('p', null, 'Open the groups of a ', h('a', { href: link('runs') }, 'run'), ' first.'));
    return;
  }
  const user = await authenticated(signal);
  if (user !== null) {
    remember('reader', user);
  }
  const used = known.dest ? await report(known.dest, signal).then(run => run.parameters?.decisions_index, () => null) : null;
  const index = h('input', { name: 'decisions', required: true, autocomplete: 'off', spellcheck: 'false',
    value: params.decisions ?? recall('decisions') ?? used ?? indexFor(known.source, 'decisions') });
  const reader = h('input', { name: 'reader', required: true, autocomplete: 'off', value: user ?? recall('reader') ?? '', readonly: user !== null });
  const use = event => {
    event.preventDefault();
    remember('decisions', index.value.trim());
    remember('reader', reader.value.trim());
    if (params.decisions === index.value.trim()) {
      dispatchEvent(new HashChangeEvent('hashchange'));
    } else {
      change(params, { decisions: index.value.trim() });
    }
  };
  put(content,
    h('p', null, 'Decide that documents are duplicates, or that they are not. Runs with this ', h('code', null, 'decisions_index'),
      ' give your decisions priority over texts.'),
    h('form', { class: 'controls', on: { submit: use } }, field('Index of the decisions', index), field('Your name', reader),
      h('button', { id: 'use' }, params.decisions ? 'Use another' : 'Use')),
    params.decisions && recall('reader') ? await orErrorView(work(known, signal)) : null);
}

async function work(known, signal) {
  const me = recall('reader');
  const [first, second] = await Promise.all([known.decisions, secondOf(known.decisions)].map(index => decisionsOf(known, index, {}, signal)));
  const readTwice = new Map(second.decisions.filter(one => !one.outdated).map(one => [pairKey(one), one]));
  const both = first.decisions.filter(one => readTwice.has(pairKey(one)));
  const agreed = both.filter(one => readTwice.get(pairKey(one)).decision === one.decision).length;
  // a decision after that of the second reader settles a disagreement
  const disagreed = both.map(one => [one, readTwice.get(pairKey(one))])
    .filter(([one, other]) => one.decision !== other.decision && Date.parse(one.timestamp) <= Date.parse(other.timestamp));
  const unread = first.decisions.filter(one => one.user !== me && !one.outdated && !readTwice.has(pairKey(one)));
  const outdated = first.decisions.filter(one => one.outdated);
  const number = (name, value) => h('div', null, h('dt', null, name), h('dd', null, value));
  const of = decision => first.decisions.filter(one => one.decision === decision).length;
  return [
    h('dl', { class: 'numbers', id: 'counts' }, number('pairs decided', count(first.total ?? 0)), Object.entries(DECISIONS).map(([name, [words]]) => number(words, count(of(name)))),
      number('by you', count(first.decisions.filter(one => one.user === me).length)), number('outdated', count(outdated.length)),
      number('read by a second reader', count(both.length)), number('of these, the same decision', both.length ? percent(agreed / both.length) : '–')),
    batch(known, first, signal),
    h('section', { class: 'panel', 'aria-label': 'Second reader' }, h('h2', null, 'Second reader'),
      unread.length === 0 ? h('p', { id: 'no-second' }, 'There are no pairs of other readers that you could read as the second reader.') : [
        h('p', null, `Other readers decided ${countOf(unread.length, 'pair')} that have no second reader yet. You decide without their decisions. Yours are stored in `,
          h('code', null, untrusted(secondOf(known.decisions))), ', and change no group.'),
        start(known, unread, { blind: 'true', second: 'true' }, `Read ${countOf(unread.length, 'pair')}`, 'second'),
      ]),
    listSection('Disagreements', 'disagreements', disagreed, 'Decide a pair again to settle it.', ([one, other]) => pairItem(known, one,
      `${one.user}: ${DECISIONS[one.decision][0]}; ${other.user}: ${DECISIONS[other.decision][0]}`)),
    listSection('Contradictions', 'contradictions', first.contradictions, 'These decisions have no effect. Replace or delete one.', ({ not_duplicates: [a, b], duplicates }) =>
      pairItem(known, { a: { index: a._index, id: a._id }, b: { index: b._index, id: b._id } },
        `not duplicates, but connected by decisions: ${duplicates.map(one => one._id).join(' – ')}`)),
    listSection('Outdated decisions', 'outdated', outdated, 'A text changed after the decision. Decide again to confirm it.', one => pairItem(known, one, DECISIONS[one.decision][0])),
  ];
}

/** Creates a form that finds the least certain pairs, optionally of one site. */
function batch(known, first, signal) {
  const site = h('input', { name: 'site', placeholder: 'any', autocomplete: 'off', spellcheck: 'false' });
  const size = h('input', { name: 'size', type: 'number', class: 'narrow', min: 1, max: 1000, value: 50, required: true });
  const found = h('div', { class: 'stack' });
  const begin = latest(signal);
  const find = async event => {
    event.preventDefault();
    const own = begin();
    put(found, h('p', { class: 'quiet' }, 'Searching for pairs …'));
    try {
      const pairs = await leastCertain(known, {
        size: Number(size.value), seed: first.total ?? 0, decisions_index: first.total === null ? undefined : known.decisions,
        query: site.value.trim() ? { term: { [`${known.field ?? 'ndd'}.site`]: site.value.trim() } } : undefined,
      }, own);
      announce(`${pairs.length} pairs`);
      put(found, pairs.length === 0 ? h('p', null, 'No undecided pairs of these documents share enough text to be uncertain.')
        : start(known, pairs, { blind: 'true' }, `Decide ${countOf(pairs.length, 'pair')}`, 'start'));
    } catch (e) {
      if (!own.aborted) {
        put(found, errorView(e));
      }
    }
  };
  return h('section', { class: 'panel', 'aria-label': 'Batch' }, h('h2', null, 'Least certain pairs'),
    h('form', { class: 'controls', on: { submit: find } }, field('Site', site), field('Pairs', size), h('button', { class: 'primary', id: 'find' }, 'Find pairs')),
    found, h('p', { class: 'quiet' }, 'You can also decide in the ', h('a', { href: link('groups', { ...known, sort: 'doubt' }) }, 'least certain groups'), '.'));
}

/** Creates a link to the first pair of a list. */
function start(known, pairs, more, words, id) {
  const list = { back: link('decide', known), pairs: pairs.map(({ a, b }) => ({ a, b })), done: [] };
  return h('p', null, h('a', { class: 'button primary', id, href: pairLink(known, pairs[0].a, pairs[0].b, more), on: { click: () => remember('pairs', list) } }, words),
    ' with the keys ', Object.values(DECISIONS).map(([name, letter]) => [h('kbd', null, letter), ' ', name, ' ']), h('kbd', null, 'j'), ' next');
}

function listSection(heading, id, all, advice, item) {
  return all.length === 0 ? null : [h('h2', null, `${heading} (${count(all.length)})`), h('p', { class: 'quiet' }, advice),
    h('ol', { class: 'list', id }, all.slice(0, MAX_LISTED).map(item))];
}

function pairItem(known, { a, b }, words) {
  return h('li', null, h('a', { href: pairLink(known, a, b) }, untrusted(a.id, 60), ' – ', untrusted(b.id, 60)), ': ', untrusted(words, 300));
}

/** Creates the buttons and keys for the decision about the current pair. */
export async function decisionPanel(known, sides, params, verdict, signal) {
  if (!known.decisions) {
    return known.source ? h('p', { class: 'quiet' }, h('a', { href: link('decide', known) }, 'Decide'), ' whether documents are duplicates, with priority over their texts.') : null;
  }
  const blind = params.blind === 'true';
  const second = params.second === 'true';
  const index = second ? secondOf(known.decisions) : known.decisions;
  const [a, b] = [sides.a, sides.b].map(concrete);
  const stored = async name => decisionAbout((await decisionsOf(known, name, { doc: a.id }, signal)).decisions, a, b);
  const current = await stored(index);
  const status = h('p', { class: 'quiet', role: 'status', id: 'decided' });
  const reasonField = h('input', { name: 'reason', class: 'wide', maxlength: 1000, placeholder: 'optional', autocomplete: 'off' });
  const before = h('p', { class: 'quiet', id: 'decided-before' });
  const showStored = async () => {
    const others = await Promise.all([stored(known.decisions), stored(secondOf(known.decisions))]);
    put(before, others.map((one, i) => one && sentence(one, i === 1 ? ' (second reader)' : '')));
  };
  const here = location.hash;
  const { buttons, mark } = decisionButtons(async decision => {
    await (decision ? decide(known, index, a, b, decision, reasonField.value.trim()) : withdraw(known, index, a, b));
    verdict.hidden = false;
    await showStored().catch(e => showFailure(e, before, here, signal));
    return progress(sides, decision);
  }, status, signal);
  mark(current?.decision);
  if (current || !blind) {
    verdict.hidden = false;
    await showStored();
  }
  return h('section', { class: 'panel', 'aria-label': 'Your decision' },
    h('p', null, second ? 'You are the second reader. ' : '', 'Are the two duplicates?', blind && !current ? ' The verdict is shown after your decision.' : ''),
    h('div', { class: 'controls' }, buttons, field('Reason', reasonField)), status, before);
}

function sentence(one, role) {
  return ['Decided by ', untrusted(one.user, 80), `${role}, `, moment(Date.parse(one.timestamp)), `: ${DECISIONS[one.decision][0]}`,
    one.outdated ? ', outdated because a text changed' : '', one.reason ? [', ', untrusted(one.reason, 200)] : '', '. '];
}

/** Stores whether a pair of the list is decided, and returns the progress as a sentence. */
function progress(sides, decision) {
  const list = recall('pairs');
  const name = pairKey(sides);
  if (!list?.done || !list.pairs.some(pair => pairKey(pair) === name)) {
    return '';
  }
  list.done = list.done.filter(one => one !== name).concat(decision ? name : []);
  remember('pairs', list);
  return ` ${count(list.done.length)} of ${count(list.pairs.length)} of the list are decided.`;
}

/**
 * Creates the buttons for decisions, with their keys.
 *
 * @param store stores a decision, or null to withdraw it, and returns a sentence to show
 * @param listen whether the keys act on these buttons
 */
export function decisionButtons(store, status, signal, listen = true) {
  const all = new Map();
  const mark = decision => all.forEach((one, name) => one.setAttribute('aria-pressed', String(name === decision)));
  const here = location.hash;
  const choose = decision => async () => {
    try {
      const words = await store(decision);
      mark(decision);
      put(status, decision ? `Stored: ${DECISIONS[decision][0]}.` : 'Withdrawn.', words);
      announce(status.textContent);
    } catch (e) {
      showFailure(e, status, here, signal);
    }
  };
  for (const [name, [words, letter]] of Object.entries(DECISIONS)) {
    all.set(name, button([words, ' ', h('kbd', null, letter)], choose(name), { 'aria-pressed': 'false', 'data-decision': name }));
  }
  const actions = { d: choose('duplicates'), n: choose('not_duplicates'), x: choose(null) };
  if (listen) {
    bindKeys(actions, signal);
  }
  return { buttons: [...all.values(), button(['Withdraw ', h('kbd', null, 'x')], actions.x, { 'data-decision': 'none' })], mark, actions };
}
