// Shows changes between two runs of the same documents: first the numbers, then the documents while they are read.

import { get, key, path, report, search, titles } from './api.js';
import { button, choice, field, untrusted, h, put, announce, titleOf } from './dom.js';
import { isDryRun } from './runs.js';
import { change, groupsOf, link } from './state.js';
import { count, moment } from './words.js';

export const title = 'Changes';

const BATCH_SIZE = 2000;
const MAX_LISTED = 100;
const NUMBERS = [
  ['documents', 'documents'], ['groups', 'groups'], ['duplicates', 'duplicates'], ['exact_duplicates', 'equal texts'], ['part_of', 'parts of another document'],
  ['boilerplate', 'boilerplate'],
];
/** Kinds of changes, as texts for one document and for several. */
const KINDS = {
  joined: ['was added to a group', 'were added to a group'],
  left: ['left its group', 'left their group'],
  canonical: ['has another canonical document', 'have another canonical document'],
  relation: ['has another relation to its canonical document', 'have another relation to their canonical document'],
};

export async function show({ params, content, signal }) {
  const known = groupsOf(params);
  const now = await report(known.dest, signal);
  const { runs } = await get(path(['_ndd', 'partition'], { dest: now.dest.index, size: 100 }), signal);
  const others = runs.filter(run => run.id !== now.id && run.state === 'completed' && !isDryRun(run));
  if (others.length === 0) {
    put(content, h('p', null, 'There is no other run of this destination to compare with. The option ', h('code', null, 'max_retained_runs'), ' sets the number of earlier runs that are kept.'));
    return;
  }
  const chosen = others.find(run => run.id === params.with) ?? others.find(run => run.start_time_in_millis < now.start_time_in_millis) ?? others[0];
  const [before, after] = [chosen, now].sort((x, y) => x.start_time_in_millis - y.start_time_in_millis);
  const other = choice(others.map(run => [run.id, `${run.id} (${run.state})`]), chosen.id,
    { name: 'with', on: { change: event => change(params, { with: event.target.value }) } });
  const pages = h('div', { id: 'moved' });
  put(content, h('div', { class: 'controls' }, field('Compared with', other)), numbers(before, after), h('h2', null, 'Documents'), pages);
  await comparePages(pages, known, before, after, signal);
}

function numbers(before, after) {
  return h('div', { class: 'scroll' }, h('table', null,
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, ''), h('th', { scope: 'col' }, 'before', h('br', null), moment(before.start_time_in_millis)),
      h('th', { scope: 'col' }, 'after', h('br', null), moment(after.start_time_in_millis)), h('th', { scope: 'col' }, 'change'))),
    h('tbody', null, NUMBERS.filter(([name]) => before[name] !== undefined && after[name] !== undefined).map(([name, words]) => {
      const difference = after[name] - before[name];
      return h('tr', null, h('th', { scope: 'row' }, words), h('td', null, count(before[name])), h('td', null, count(after[name])),
        h('td', null, difference === 0 ? 'none' : `${difference > 0 ? '+' : '−'}${count(Math.abs(difference))}`));
    }))));
}

/** Reads the documents of both runs in batches, and shows changed documents as soon as they are found. */
async function comparePages(place, known, before, after, signal) {
  const found = Object.fromEntries(Object.keys(KINDS).map(kind => [kind, 0]));
  const moved = [];
  const status = h('p', { class: 'quiet', id: 'walked' });
  const list = h('ol', { class: 'list' });
  const stopped = new AbortController();
  signal.addEventListener('abort', () => stopped.abort());
  const stop = button('Stop', () => stopped.abort());
  put(place, status, stop, list);
  let [cursor, seen] = [undefined, 0];
  do {
    const response = await search(`${before.id},${after.id}`, batchRequest(cursor), stopped.signal).catch(e => {
      if (signal.aborted || stopped.signal.aborted === false) {
        throw e;
      }
      return null;
    });
    if (response === null) {
      break;
    }
    const { buckets, after_key: last } = response.aggregations.pages;
    const fresh = [];
    for (const bucket of buckets) {
      const one = difference(bucket, before.id, after.id);
      if (one) {
        found[one.kind] += 1;
        if (moved.length + fresh.length < MAX_LISTED) {
          fresh.push(one);
        }
      }
    }
    await add(list, fresh, known, after, signal);
    moved.push(...fresh);
    seen += buckets.length;
    cursor = last;
    put(status, `${count(seen)} documents of groups checked: `, Object.entries(found).map(([kind, number], i) => `${i ? ', ' : ''}${count(number)} ${KINDS[kind][number === 1 ? 0 : 1]}`), '.',
      moved.length === MAX_LISTED ? ` The first ${MAX_LISTED} are shown.` : '');
  } while (cursor && signal.aborted === false);
  stop.remove();
  announce(status.textContent);
}

/** Returns a search for the documents of both runs, with the canonical document and relation of each. */
function batchRequest(cursor) {
  const each = (name, aggs) => ({ terms: { field: name, size: 3 }, ...(aggs ? { aggs } : {}) });
  return {
    size: 0,
    query: { bool: { filter: [{ exists: { field: 'group' } }], must_not: [{ term: { role: 'part_of' } }] } },
    aggs: { pages: {
      composite: {
        size: BATCH_SIZE, sources: [{ index: { terms: { field: 'doc.index' } } }, { id: { terms: { field: 'doc.id' } } }],
        ...(cursor ? { after: cursor } : {}),
      },
      aggs: { run: { terms: { field: '_index', size: 2 }, aggs: { canonical: each('canonical_id'), relation: each('relation') } } },
    } },
  };
}

function difference(bucket, before, after) {
  const of = run => {
    const own = bucket.run.buckets.find(one => one.key === run);
    return own ? { canonical: own.canonical.buckets.map(one => one.key).sort().join(), relation: own.relation.buckets.map(one => one.key).sort().join() } : null;
  };
  const [old, now] = [of(before), of(after)];
  const page = { index: bucket.key.index, id: bucket.key.id };
  if (old === null || now === null) {
    return { page, kind: old === null ? 'joined' : 'left', old, now };
  }
  if (old.canonical !== now.canonical) {
    return { page, kind: 'canonical', old, now };
  }
  return old.relation === now.relation ? null : { page, kind: 'relation', old, now };
}

async function add(list, fresh, known, after, signal) {
  const pageTitles = await titles(fresh.map(one => one.page), known.field ?? 'ndd', signal);
  const now = { ...known, dest: after.id };
  list.append(...fresh.map(({ page, kind, old, now: is }) => h('li', { class: 'row-of-list', 'data-id': page.id, 'data-kind': kind }, h('div', null,
    h('p', { class: 'title' }, is ? h('a', { href: link('group', { ...now, doc: page.id, source: page.index }) }, titleOf({ ...page, ...pageTitles.get(key(page)) }))
      : titleOf({ ...page, ...pageTitles.get(key(page)) })),
    h('p', { class: 'quiet' }, h('strong', null, KINDS[kind][0]), ' ',
      kind === 'relation' ? `${old.relation} → ${is.relation}` : [old ? [' before: ', untrusted(old.canonical, 60)] : '', is ? [' now: ', untrusted(is.canonical, 60)] : ''])))));
}
