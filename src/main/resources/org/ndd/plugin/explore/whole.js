// Shows a whole group: the canonical text, and the differences of each member by paragraph, with the reasons of its verdict.

import { RequestError, key, path, post, similarity, titles } from './api.js';
import { address, button, untrusted, h, bindKeys, showFailure, put, errorView, announce, titleOf } from './dom.js';
import { decisionButtons } from './decide.js';
import { DECISIONS, decide, decideGroup, decisionAbout, decisionsOf, withdraw } from './decisions.js';
import { KINDS, byParagraph } from './diff.js';
import { canonicalOf, document as documentOf } from './groups.js';
import { groupsOf, link, pairLink, recall } from './state.js';
import { comparison, waterfall } from './verdict.js';
import { badge, count, countOf, decimal, reason } from './words.js';

export const title = 'Whole group';

const MAX_GROUP_SIZE = 500;
const BATCH_SIZE = 10;
const MAX_PARAGRAPHS = 40;
const MAX_PARAGRAPH_LENGTH = 3000;

export async function show({ params, content, heading, signal }) {
  const known = groupsOf(params);
  const where = path([known.source, '_ndd', 'groups'], { dest: known.dest, target_field: known.field, size: MAX_GROUP_SIZE });
  const response = await post(where, { group: params.group }, signal);
  const documents = response.documents.map(documentOf);
  const canonical = documents.find(one => one.canonical) ?? documents[0];
  const members = documents.filter(one => one !== canonical && one.relation !== 'redirect');
  const [options, details] = await Promise.all([similarity(known.dest, signal), titles(documents, known.field ?? 'ndd', signal)]);
  documents.forEach(one => Object.assign(one, details.get(key(one))));
  put(heading, 'Whole group: ', titleOf(canonical));
  const listPosition = neighbors(known, params.group);
  const texts = h('div', { class: 'cards', id: 'texts' });
  const list = h('div', { class: 'cards', id: 'members' });
  const decisions = await groupDecisions(known, params.group, signal);
  const compare = { known, options, families: new Map(), signal, decisions, details, first: canonical, texts: new Map(), actions: new Map() };
  const [failure, here] = [h('p', null), location.hash];
  const more = button('', () => next().catch(e => showFailure(e, failure, here, signal)), { id: 'more' });
  put(content,
    h('nav', { class: 'controls', 'aria-label': 'Groups' },
      listPosition.back ? h('a', { class: 'button', href: listPosition.back }, 'List ', h('kbd', null, 'u')) : null,
      listPosition.previous ? h('a', { class: 'button', href: listPosition.previous }, 'Previous group ', h('kbd', null, '[')) : null,
      listPosition.next ? h('a', { class: 'button', href: listPosition.next }, 'Next group ', h('kbd', null, ']')) : null,
      h('a', { class: 'button', href: link('group', { ...known, group: params.group }) }, 'Table'),
      h('span', { class: 'quiet' }, `${countOf(response.total, 'document')}${response.total > documents.length ? `, of which the first ${count(documents.length)} are shown` : ''}. Members with `, h('kbd', null, 'j'), ' and ', h('kbd', null, 'k'))),
    decisions.panel, texts, h('h2', null, 'Differences from the canonical document'), list, failure, more);
  const move = step => () => {
    const all = [...list.children];
    const at = all.findIndex(one => one.contains(document.activeElement));
    const one = all[Math.min(all.length - 1, Math.max(0, at + step))];
    one?.focus({ preventScroll: true });
    one?.scrollIntoView({ block: 'nearest' });
  };
  const ofMember = name => () => compare.actions.get(document.activeElement?.closest('[data-member]'))?.[name]();
  bindKeys({ j: move(1), k: move(-1), u: listPosition.back, '[': listPosition.previous, ']': listPosition.next, d: ofMember('d'), n: ofMember('n'), x: ofMember('x') }, signal);
  let shown = 0;
  async function next() {
    more.disabled = true;
    const batch = members.slice(shown, shown + BATCH_SIZE);
    shown += batch.length;
    const cards = await Promise.all(batch.map((one, i) => member(one, shown - batch.length + i + 1, compare)));
    list.append(...cards);
    put(texts, [...compare.texts.values()].map(textOf));
    more.hidden = shown >= members.length;
    more.disabled = false;
    put(more, `Compare ${count(Math.min(BATCH_SIZE, members.length - shown))} more of ${count(members.length - shown)}`);
    announce(`${shown} of ${members.length} members are compared`);
  }
  await next();
}

/** Returns links to the previous and next group in the list from which this group was opened. */
function neighbors(known, group) {
  const list = recall('groups');
  const at = list?.groups.indexOf(group) ?? -1;
  const to = name => (name ? link('whole', { ...known, group: name }) : null);
  return at < 0 ? {} : { back: list.back, previous: to(list.groups[at - 1]), next: to(list.groups[at + 1]) };
}

/** Shows the text of a canonical document, with the number of its duplicates that differ in each paragraph. */
function textOf({ canonical, paragraphs, found }) {
  const line = (text, i) => {
    const kinds = Object.keys(KINDS).map(kind => [kind, found.filter(one => one.some(([at, name]) => at === i + 1 && name === kind)).length]).filter(([, number]) => number);
    return h('li', { dir: 'auto' }, untrusted(text.trim(), MAX_PARAGRAPH_LENGTH), kinds.map(([kind, number]) => h('span', { class: 'tag' },
      kind === 'added' ? `${count(number)} add text after it` : `${KINDS[kind]} in ${count(number)}`)));
  };
  const rest = paragraphs.length - MAX_PARAGRAPHS;
  const list = h('ol', { class: 'sentences' }, paragraphs.slice(0, MAX_PARAGRAPHS).map(line));
  const all = rest <= 0 ? null : button(`${count(rest)} more paragraphs`, () => {
    list.append(...paragraphs.slice(MAX_PARAGRAPHS).map((text, i) => line(text, i + MAX_PARAGRAPHS)));
    all.remove();
  });
  return h('section', { class: 'panel', 'aria-label': 'Canonical document', 'data-canonical': canonical.id },
    h('h2', null, 'Canonical document: ', titleOf(canonical)),
    h('p', { class: 'quiet' }, untrusted(canonical.index, 60), ' / ', untrusted(canonical.id, 100), ' ', address(canonical.url)), list, all);
}

/** Shows one member: its verdict, differences and decision. */
async function member(one, number, compare) {
  const { known, decisions, details, first, signal } = compare;
  // a group may have several canonical documents: the first one is compared with the others
  const named = one.canonical ? first : canonicalOf(one);
  const canonical = { ...named, ...details.get(key(named)) };
  const card = h('article', { class: 'card', tabindex: '-1', 'data-member': one.id, 'aria-label': `Member ${number}` });
  const head = [h('h2', null, titleOf(one), one.canonical ? h('span', { class: 'badge live' }, 'canonical document') : badge(one.relation)),
    h('p', { class: 'quiet' }, untrusted(one.index, 60), ' / ', untrusted(one.id, 100), ' ', address(one.url))];
  const pair = h('a', { href: pairLink(known, one, canonical) }, 'Compare side by side');
  const choice = decisions.ofMember(one, canonical);
  if (choice) {
    compare.actions.set(card, choice.actions);
  }
  try {
    const found = await comparison(known, { a: one, b: canonical }, compare.options, signal, compare.families);
    const { table, paragraphs, kinds } = byParagraph(found.diff ?? [], found.masked);
    const text = compare.texts.get(key(canonical)) ?? { canonical, paragraphs, found: [] };
    compare.texts.set(key(canonical), text);
    text.found.push(kinds);
    const numbers = Object.entries(KINDS).map(([kind, words]) => [words, kinds.filter(([, name]) => name === kind).length]).filter(([, times]) => times);
    return put(card, head, choice?.element,
      h('p', { class: 'quiet' }, 'Compared with ', titleOf(canonical), ' (', untrusted(canonical.id, 80), ')'),
      h('p', null, `Confidence ${decimal(found.confidence)}. `, reason(found), ' ', pair),
      h('p', { class: 'quiet' }, numbers.length ? `Paragraphs: ${numbers.map(([words, times]) => `${count(times)} ${words}`).join(', ')}.` : 'The texts have no differences.'),
      table, found.contributions.length ? h('details', null, h('summary', null, 'Contributions of the signals'), waterfall(found.contributions)) : null);
  } catch (e) {
    if (e instanceof RequestError) {
      return put(card, head, choice?.element, h('p', { class: 'refused' }, e.message, ' ', untrusted(e.reason ?? '', 300)), pair);
    }
    throw e;
  }
}

/** Shows decisions about the whole group, and about each member and its canonical document. */
async function groupDecisions(known, group, signal) {
  if (!known.decisions) {
    return { ofMember: () => null, panel: h('p', { class: 'quiet' }, h('a', { href: link('decide', known) }, 'Decide'), ' whether the documents are duplicates, with priority over their texts.') };
  }
  const members = new Map();
  let decisions;
  try {
    ({ decisions } = await decisionsOf(known, known.decisions, {}, signal));
  } catch (e) {
    if (e instanceof RequestError) {
      return { ofMember: () => null, panel: errorView(e) };
    }
    throw e;
  }
  const status = h('p', { class: 'quiet', role: 'status', id: 'decided' });
  const here = location.hash;
  const unread = h('p', null);
  const updateMembers = async () => {
    ({ decisions } = await decisionsOf(known, known.decisions, {}, signal));
    members.forEach(update => update());
    put(unread);
  };
  const ofGroup = decision => async () => {
    try {
      const stored = await decideGroup(known, known.decisions, group, decision);
      put(status, `Stored for ${countOf(stored.decisions.length, 'pair')} of the group: ${DECISIONS[decision][0]}.`);
      announce(status.textContent);
      await updateMembers().catch(e => showFailure(e, unread, here, signal));
    } catch (e) {
      showFailure(e, status, here, signal);
    }
  };
  const all = { D: ofGroup('duplicates'), N: ofGroup('not_duplicates') };
  bindKeys(all, signal);
  return {
    panel: h('section', { class: 'panel', 'aria-label': 'Decision about the group' },
      h('p', null, 'Are all documents of the group duplicates?'),
      h('div', { class: 'controls' }, button(['All are duplicates ', h('kbd', null, 'D')], all.D, { 'data-group-decision': 'duplicates' }),
        button(['No two are duplicates ', h('kbd', null, 'N')], all.N, { 'data-group-decision': 'not_duplicates' })), status, unread),
    ofMember(one, canonical) {
      const memberStatus = h('p', { class: 'quiet', role: 'status' });
      const { buttons, mark, actions } = decisionButtons(async decision => {
        await (decision ? decide(known, known.decisions, one, canonical, decision) : withdraw(known, known.decisions, one, canonical));
        return '';
      }, memberStatus, signal, false);
      const update = () => mark(decisionAbout(decisions, one, canonical)?.decision);
      update();
      members.set(one, update);
      return { element: h('div', { class: 'controls' }, buttons, memberStatus), actions };
    },
  };
}
