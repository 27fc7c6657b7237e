// Actions on the groups of a destination. Each requires a confirmation; marking, deleting and restoring begin with a dry run.

import { RequestError, get, path, post, report } from './api.js';
import { button, choice, confirmed, field, untrusted, h, latest, orErrorView, showFailure, put, errorLine, errorView, announce } from './dom.js';
import { isDryRun } from './runs.js';
import { groupsOf, link } from './state.js';
import { count, countOf, moment } from './words.js';

export const title = 'Actions';

const POLL_MILLIS = 700;
/** Fields of a report that are shown if they are above 0. */
const COUNTS = {
  deleted: 'deleted', restored: 'restored', marked: 'marked', unmarked: 'marks removed', noops: 'unchanged: already marked',
  version_conflicts: 'skipped: changed after the comparison', missing: 'skipped: deleted or hidden from you', canonical_changed: 'skipped: the canonical document changed',
  canonical_missing: 'skipped: the canonical document is missing', decided_not_duplicates: 'skipped: people decided that they are not duplicates',
  exists: 'skipped: a document with the id exists', failed: 'failed',
};
const MEANING = {
  delete: ['deleted', 'Delete', 'would be deleted'], restore: ['restored', 'Restore', 'would be restored'],
  mark: ['marked', 'Mark', 'would be marked'], unmark: ['unmarked', 'Remove the marks of', 'would lose their marks'],
};

export async function show({ params, content, signal }) {
  const known = groupsOf(params);
  if (!known.source || !known.dest) {
    put(content, h('p', null, 'Open the groups of a ', h('a', { href: link('runs') }, 'run'), ' first.'));
    return;
  }
  // a run may name the groups: in this case the destination is that of the run
  const name = await report(known.dest, signal).then(run => run.dest.index, () => known.dest);
  const backup = h('input', { name: 'backup', required: true, autocomplete: 'off', spellcheck: 'false', class: 'wide' });
  const dest = { dest: { index: known.dest } };
  const target = known.field ? { target_field: known.field } : {};
  const deleting = thresholds('same', 0.9);
  const marking = thresholds('near', 0);
  const of = [' of ', h('strong', null, untrusted(known.source, 120))];
  put(content,
    h('p', { class: 'links' }, h('a', { class: 'button', href: link('start', known) }, 'Start a run'), h('a', { class: 'button', href: link('jobs') }, 'Jobs')),
    await published(name, signal),
    section('mark', 'Mark duplicates', 'Writes the group and the canonical document into the documents, so that a filter can use them.', marking.fields,
      { operation: 'mark', where: [known.source, '_ndd', 'mark'], body: () => ({ ...dest, ...target, ...marking.values() }), warning: ['This changes documents', of, '. Remove the marks to undo it.'] }, signal),
    section('unmark', 'Remove marks', 'Removes the marks of all runs.', [],
      { operation: 'unmark', where: [known.source, '_ndd', 'mark', '_undo'], kind: 'mark', body: () => target, warning: ['This changes documents', of, '.'] }, signal),
    section('delete', 'Delete duplicates', 'Deletes duplicates, and keeps them in a backup, from which they can be restored.', deleting.fields,
      { operation: 'delete', where: [known.source, '_ndd', 'delete'], body: () => ({ ...dest, ...target, ...deleting.values() }),
        warning: ['This deletes documents', of, '. They are copied into a backup first.'], done: found => {
          backup.value = found.backup ?? backup.value;
          backup.dispatchEvent(new Event('input', { bubbles: true }));
        } }, signal),
    section('restore', 'Restore documents', 'Restores deleted documents from a backup.', [field('Backup', backup), await backups(name, backup, signal)],
      { operation: 'restore', where: [known.source, '_ndd', 'delete', '_undo'], kind: 'delete', body: () => ({ ...target, backup: backup.value.trim() }),
        warning: ['This creates documents', of, ' again.'] }, signal));
}

/** Shows the runs of the destination. Any complete run can be published, including an earlier one. */
async function published(dest, signal) {
  const place = h('section', { class: 'panel', id: 'publish', 'aria-label': 'Publish' });
  const status = h('p', { role: 'status' });
  const list = h('div', null);
  const load = async () => {
    const { runs } = await get(path(['_ndd', 'partition'], { dest, size: 20 }), signal);
    const live = runs.find(run => run.live);
    const row = run => h('tr', { 'data-run': run.id }, h('th', { scope: 'row' }, untrusted(run.id, 120), ' ', run.live ? h('span', { class: 'badge live' }, 'published') : null),
      h('td', null, moment(run.start_time_in_millis)), h('td', null, isDryRun(run) ? 'dry run' : run.state), h('td', null, count(run.groups)), h('td', null, count(run.duplicates)),
      h('td', null, run.state === 'completed' && !run.live && !isDryRun(run)
        ? button(live && live.start_time_in_millis > run.start_time_in_millis ? 'Revert to it …' : 'Publish …', () => publish(run, live), { 'data-do': 'publish' }) : ''));
    put(list, runs.length === 0 ? h('p', null, 'There are no runs of ', untrusted(dest, 120), '.')
      : h('div', { class: 'scroll' }, h('table', null, h('thead', null, h('tr', null, ['Run', 'Started', 'State', 'Groups', 'Duplicates', ''].map(name => h('th', { scope: 'col' }, name)))),
        h('tbody', null, runs.map(row)))));
  };
  const here = location.hash;
  const publish = async (run, live) => {
    const question = h('p', null, h('strong', null, untrusted(dest, 120)), ' publishes run ', untrusted(run.id, 120), live ? [' instead of ', untrusted(live.id, 120)] : '',
      '. Searches, markings and deletions then use its groups.');
    if (await confirmed(question, 'Publish the run', signal)) {
      try {
        const found = await post(path(['_ndd', 'partition', run.id, '_publish']));
        put(status, 'Published: ', untrusted(found.id, 120), found.replaced ? [', instead of ', untrusted(found.replaced, 120)] : '', '.');
        announce(status.textContent);
        await load().catch(e => showFailure(e, list, here, signal));
      } catch (e) {
        showFailure(e, status, here, signal);
      }
    }
  };
  return put(place, h('h2', null, 'Published run'), status, list, await orErrorView(load()));
}

/** Returns the fields that select the duplicates of an action, and their values. */
function thresholds(nearest, share) {
  const number = (name, value) => h('input', { name, type: 'number', class: 'narrow', min: 0, max: 1, step: 'any', value, required: true });
  const relation = choice([['same', 'same'], ['near', 'same or near']], nearest, { name: 'min_relation' });
  const [confidence, containment] = [number('min_confidence', 0), number('containment', share)];
  return {
    fields: [field('Relation', relation), field('Minimum confidence', confidence), field('Minimum share in the canonical document', containment)],
    values: () => ({ min_relation: relation.value, min_confidence: Number(confidence.value), containment: Number(containment.value) }),
  };
}

/** Returns a list that suggests names of backups for a field. */
async function backups(dest, input, signal) {
  try {
    const { indices } = await get(path(['_resolve', 'index', `${dest}-*deleted-*`], { expand_wildcards: 'all' }), signal);
    input.setAttribute('list', 'backups');
    return h('datalist', { id: 'backups' }, indices.map(one => h('option', { value: one.name })));
  } catch (e) {
    if (e instanceof RequestError) {
      return null;
    }
    throw e;
  }
}

/**
 * Creates a form for one action: the dry run, then the action itself for the number of documents that the dry run counted.
 *
 * @param action `operation`, the path `where`, its `body`, a `warning`; `kind` of the task if it differs; `done` receives the report
 */
function section(id, heading, about, fields, action, signal) {
  const status = h('div', { class: 'stack', role: 'status', tabindex: '-1' });
  const next = h('div', { class: 'controls' });
  const submit = h('button', { 'data-do': 'dry' }, 'Dry run');
  const [counted, verb, would] = MEANING[action.operation];
  const begin = latest(signal);
  const here = location.hash;
  const request = (dryRun, body, own) => post(path(action.where, { dry_run: String(dryRun), wait_for_completion: String(dryRun) }), body, own);
  const attempt = async (work, own = signal) => {
    try {
      await work();
    } catch (e) {
      if (own.aborted) {
        showFailure(e, status, here, own);
      } else {
        put(next);
        put(status, errorView(e));
      }
    }
  };
  const dry = event => {
    event.preventDefault();
    put(next);
    put(status, h('p', { class: 'quiet', 'data-do': 'dry-run' }, 'Counting …'));
    const [body, own] = [action.body(), begin()];
    return attempt(async () => {
      const found = await request(true, body, own);
      const number = found[counted];
      put(status, h('div', { class: 'stack', 'data-do': 'dry-run' }, h('p', null, `Dry run: ${countOf(number, 'document')} ${would}.`), numbers(found)));
      announce(status.textContent);
      if (number > 0) {
        put(next, button(`${verb} ${countOf(number, 'document')} …`, () => attempt(() => real(number, found, body)), { class: 'danger', 'data-do': 'run' }));
      }
    }, own);
  };
  /** Ends a dry run of other values, or removes its result. */
  const discard = () => {
    begin();
    next.querySelector('[data-do=run]')?.remove();
    status.querySelector('[data-do=dry-run]')?.remove();
  };
  const real = async (number, shown, body) => {
    const question = [h('p', null, `${verb} ${countOf(number, 'document')}. `, action.warning), shown.run ? h('p', { class: 'quiet' }, 'Uses the groups of run ', untrusted(shown.run, 120), '.') : null];
    if (await confirmed(question, `${verb} ${countOf(number, 'document')}`, signal)) {
      put(next);
      // the button that had the focus is removed
      status.focus({ preventScroll: true });
      submit.disabled = true;
      try {
        // uses the run of the dry run, even if another run was published in the meantime
        const { task } = await request(false, shown.run && body.dest ? { ...body, dest: { index: shown.run } } : body);
        await follow(task);
      } finally {
        submit.disabled = false;
      }
    }
  };
  /** Shows that a task was started whose state cannot be read. */
  const unwatched = (task, e) => {
    if (e.status === 403) {
      put(next);
      put(status, h('p', null, 'Started as task ', untrusted(task, 100), ', which you may not watch: that requires the cluster privilege ', h('code', null, 'monitor'), '.'));
      announce(status.textContent);
    } else {
      const unknown = h('p', null, 'Started as task ', untrusted(task, 100), ', whose state is not known at the moment. ', errorLine(e));
      // each change is read to users of screen readers
      if (status.textContent !== unknown.textContent) {
        put(status, unknown);
      }
    }
  };
  const follow = async task => {
    put(next, button('Cancel', () => attempt(() => post(path(['_ndd', action.kind ?? action.operation, task, '_cancel']))), { class: 'danger' }));
    while (!signal.aborted) {
      try {
        if (showState(await get(path(['_tasks', task]), signal))) {
          return;
        }
      } catch (e) {
        if (e.status === undefined || e.status === 404) {
          throw e;
        }
        unwatched(task, e);
        if (e.status === 403) {
          return;
        }
      }
      await new Promise(resolve => setTimeout(resolve, POLL_MILLIS));
    }
  };
  /** Shows the state of a task, and returns whether it has ended. */
  const showState = ({ completed, task: { status: now }, response, error }) => {
    const found = response ?? now;
    put(status, error ? h('p', { class: 'refused' }, untrusted(error.reason, 500)) : h('p', null, h('span', { class: `badge s-${found.state}` }, found.state),
      found.backup ? [' Backup: ', untrusted(found.backup, 200)] : ''), found ? numbers(found) : null);
    if (completed) {
      put(next);
      announce(status.textContent);
      if (found) {
        action.done?.(found);
      }
    }
    return completed;
  };
  return h('section', { class: 'panel', id, 'aria-label': heading }, h('h2', null, heading), h('p', null, about),
    h('form', { class: 'controls', on: { submit: dry, input: discard } }, fields, submit), next, status);
}

function numbers(found) {
  const shown = Object.entries(COUNTS).filter(([name]) => found[name] > 0);
  return shown.length === 0 ? null : h('dl', { class: 'numbers' }, shown.map(([name, words]) => h('div', null, h('dt', null, words), h('dd', null, count(found[name])))));
}
