// Lists inconsistencies: duplicates of one group with different values in a field.

import { RequestError, path, send } from './api.js';
import { button, choice, field, untrusted, h, put, announce } from './dom.js';
import { fieldsOf } from './figures.js';
import { change, groupsOf, link } from './state.js';
import { count } from './words.js';

export const title = 'Consistency';

const MAX_LISTED = 200;
/** Maximum number of documents that are read. The browser holds the values of each group in memory. */
const MAX_DOCUMENTS = 2000000;
const MAX_VALUES = 5;

export async function show({ params, content, signal }) {
  const known = groupsOf(params);
  const names = await fieldsOf(known, signal);
  const input = names.length ? choice([['', 'choose a field']].concat(names.map(name => [name, name])), params.by, { name: 'by' })
    : h('input', { name: 'by', value: params.by ?? '' });
  const found = h('div', { id: 'inconsistent', class: 'stack' });
  put(content, h('p', null, 'Lists groups whose duplicates have different values in a field, such as a status or a price. Documents without a value do not count.'),
    h('form', { class: 'controls', on: { submit: event => {
      event.preventDefault();
      change(params, { by: input.value });
    } } }, field('Field', input), h('button', { class: 'primary', id: 'check' }, 'Check')), found);
  input.addEventListener('change', () => change(params, { by: input.value }));
  if (params.by) {
    checkGroups(found, known, params.by, signal);
  }
}

/** Reads all duplicates with their values line by line, and lists a group as soon as it has two values. */
async function checkGroups(place, known, name, signal) {
  const stopped = new AbortController();
  signal.addEventListener('abort', () => stopped.abort());
  const status = h('p', { class: 'quiet', id: 'walked', role: 'status' });
  const stop = button('Stop', () => stopped.abort());
  const list = h('ol', { class: 'list' });
  put(place, status, stop, list);
  const [groups, items] = [new Map(), new Map()];
  let read = 0;
  let state = '';
  const showStatus = () => put(status, `${count(read)} documents read: ${count(items.size)} of ${count(groups.size)} groups have different values. ${state}`,
    items.size > MAX_LISTED ? ` The first ${MAX_LISTED} are listed.` : '');
  try {
    const where = path([known.source, '_ndd', 'export'], { dest: known.dest, target_field: known.field, relation: 'same,near', fields: name });
    for await (const one of lines(where, stopped.signal)) {
      read += 1;
      add(groups, items, list, known, one, one.fields?.[name]);
      if (read % 1000 === 0) {
        showStatus();
      }
      if (read >= MAX_DOCUMENTS) {
        state = `Only the first ${count(MAX_DOCUMENTS)} documents were read.`;
        break;
      }
    }
  } catch (e) {
    if (signal.aborted) {
      return;
    }
    state = stopped.signal.aborted ? 'Stopped.' : `${e.message} ${e instanceof RequestError ? e.reason ?? '' : ''}`;
  }
  stop.remove();
  showStatus();
  announce(status.textContent);
}

/** Returns the objects of an NDJSON response as they arrive. */
async function* lines(where, signal) {
  const reader = (await send('GET', where, undefined, signal)).body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const all = (rest + (value ?? '')).split('\n');
      rest = done ? '' : all.pop();
      for (const line of all) {
        if (line) {
          const one = JSON.parse(line);
          if (one.error) {
            throw new RequestError(one.status, 'The response is incomplete.', one.error.reason);
          }
          yield one;
        }
      }
      if (done) {
        return;
      }
    }
  } finally {
    // a reader that stops early ends the export on the node too; an ended or failed one has nothing to cancel
    reader.cancel().catch(() => {});
  }
}

function add(groups, items, list, known, one, value) {
  const text = value === null || value === undefined ? null : JSON.stringify(value);
  const values = groups.get(one.group) ?? new Map();
  groups.set(one.group, values);
  if (text === null || (values.size >= MAX_VALUES && !values.has(text))) {
    return;
  }
  values.set(text, (values.get(text) ?? 0) + 1);
  if (values.size < 2) {
    return;
  }
  if (!items.has(one.group)) {
    const item = items.size < MAX_LISTED ? h('li', { 'data-group': one.group }) : null;
    items.set(one.group, item);
    if (item) {
      list.append(item);
    }
  }
  const item = items.get(one.group);
  if (item) {
    put(item, h('a', { href: link('whole', { ...known, group: one.group }) }, untrusted(one.canonical_title || one.canonical_id, 120)), ': ',
      [...values].map(([name, times], i) => [i ? ', ' : '', h('strong', null, untrusted(JSON.parse(name), 60)), ` in ${count(times)}`]),
      values.size >= MAX_VALUES ? ', and possibly more values' : '');
  }
}
