// Lists runs: those in progress, with controls for speed and cancellation, and earlier ones.

import { RequestError, get, path, post } from './api.js';
import { button, choice, confirmed, field, untrusted, h, showFailure, put, errorLine, errorView, announce } from './dom.js';
import { change, go, link } from './state.js';
import { count, duration, moment } from './words.js';

export const title = 'Runs';

const MAX_RUNS = 100;
const ACTIVE_INTERVAL_MILLIS = 1000;
const IDLE_INTERVAL_MILLIS = 15000;

/** Returns whether a run was a preview, which has no groups. */
export const isDryRun = run => run.unpublished === '[dry_run] is [true]';

/** Returns the parameters with which other views find the groups of a run. */
function groupsOfRun(run) {
  return { source: run.source.index.join(','), dest: run.id, field: run.parameters?.target_field };
}

export async function show({ params, content, signal }) {
  const list = h('div', { class: 'cards', id: 'runs' });
  const cards = new Map();
  const load = async () => {
    const response = await get(path(['_ndd', 'partition'], { size: MAX_RUNS, source: params.index, state: params.state, live: params.live }), signal);
    list.hidden = response.runs.length === 0;
    none.hidden = response.runs.length > 0;
    const elements = response.runs.map(run => card(cards, run, signal));
    if (elements.length !== list.children.length || elements.some((one, i) => one !== list.children[i])) {
      put(list, elements);
    }
    return response.runs.some(run => run.state === 'running');
  };
  const none = h('p', { hidden: true }, 'There are no runs that match.');
  const failure = h('p', { role: 'status' });
  const index = h('input', { name: 'index', value: params.index ?? '', placeholder: 'any', autocomplete: 'off', spellcheck: 'false',
    on: { change: event => change(params, { index: event.target.value.trim() }) } });
  const state = choice([['', 'all'], ['running', 'running'], ['completed', 'completed'], ['failed', 'failed'], ['cancelled', 'cancelled']],
    params.state, { name: 'state', on: { change: event => change(params, { state: event.target.value }) } });
  const live = choice([['', 'all'], ['true', 'published']], params.live,
    { name: 'live', on: { change: event => change(params, { live: event.target.value }) } });
  let active;
  try {
    active = await load();
  } catch (e) {
    if (e instanceof RequestError) {
      put(content, errorView(e), byName(true));
      return;
    }
    throw e;
  }
  put(content, h('div', { class: 'controls' }, field('Index', index), field('State', state), field('Runs', live),
    h('a', { class: 'button', id: 'new-run', href: link('start', { source: params.index }) }, 'Start a run')), failure, none, list, byName());
  follow(load, active, failure, signal);
}

/** Reloads periodically, and more often while a run or job is active; `failure` shows why it could not. Returns a function that reloads soon. */
export function follow(load, active, failure, signal) {
  let timer;
  const schedule = soon => {
    clearTimeout(timer);
    timer = setTimeout(reload, soon ? ACTIVE_INTERVAL_MILLIS : IDLE_INTERVAL_MILLIS);
  };
  async function reload() {
    let running = active;
    try {
      if (!document.hidden) {
        running = await load();
        put(failure);
      }
    } catch (e) {
      // a node may be temporarily unavailable: the first failure is announced
      if (signal.aborted === false && failure.hasChildNodes() === false) {
        put(failure, 'This list is not up to date. ', errorLine(e));
      }
    }
    if (signal.aborted === false) {
      schedule(running);
    }
  }
  signal.addEventListener('abort', () => clearTimeout(timer));
  schedule(active);
  return () => schedule(true);
}

/** Creates a form to open groups by name, for users who may read groups but may not list runs. */
function byName(open = false) {
  const source = h('input', { name: 'source', required: true, autocomplete: 'off', spellcheck: 'false' });
  const dest = h('input', { name: 'dest', autocomplete: 'off', spellcheck: 'false', placeholder: '{index}-ndd' });
  return h('details', { class: 'panel', open },
    h('summary', null, 'Open groups by the names of their indices'),
    h('form', { class: 'controls', on: { submit: event => {
      event.preventDefault();
      go('groups', { source: source.value.trim(), dest: dest.value.trim() || `${source.value.trim()}-ndd` });
    } } }, field('Index of the documents', source), field('Destination, or id of a run', dest), h('button', null, 'Open')));
}

/** Returns the card of one run. The card remains as long as the state does not change, so that input in its fields is not lost. */
function card(cards, run, signal) {
  const known = cards.get(run.id);
  if (known?.state === run.state && known?.live === run.live) {
    known.update(run);
    return known.element;
  }
  const progress = run.state === 'running' ? running(run, signal) : null;
  const numbers = h('dl', { class: 'numbers' });
  const update = now => {
    progress?.update(now);
    put(numbers, ...figures(now));
  };
  const element = h('article', { class: 'card', 'data-run': run.id, 'aria-label': `Run ${run.id}` },
    h('h2', null, h('a', { href: link('run', groupsOfRun(run)) }, untrusted(run.source.index.join(', '), 80)),
      h('span', { class: `badge s-${run.state}` }, run.state), run.live ? h('span', { class: 'badge live' }, 'published') : null),
    h('p', { class: 'quiet' }, untrusted(run.id, 120), ' · ', moment(run.start_time_in_millis)),
    progress?.element, numbers,
    run.failures?.length ? h('p', { class: 'refused' }, untrusted(run.failures[0], 500)) : null,
    run.unpublished && run.state === 'completed' ? h('p', { class: 'quiet' }, 'Not published: ', untrusted(run.unpublished, 300)) : null,
    run.state === 'running' ? null : h('p', { class: 'links' },
      isDryRun(run) ? null : [['groups', 'Groups'], ['pages', 'Duplicates'], ['changes', 'Changes']].map(([view, words]) => [h('a', { href: link(view, groupsOfRun(run)) }, words), ' ']),
      h('a', { href: link('actions', { ...groupsOfRun(run), dest: run.dest.index }) }, 'Actions'), ' ',
      h('a', { href: link('runs', { index: run.source.index.join(',') }) }, 'Runs of this index')));
  cards.set(run.id, { state: run.state, live: run.live, element, update });
  update(run);
  return element;
}

function figures(run) {
  const shown = [
    ['took', duration(run.took)], ['documents', count(run.documents)], ['groups', count(run.groups)], ['duplicates', count(run.duplicates)],
    ['equal texts', count(run.exact_duplicates)],
  ];
  if (run.operations_since > 0) {
    shown.push(['changes since', count(run.operations_since)]);
  }
  return shown.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value)));
}

/** Shows the progress of a run by phase, with controls for speed and cancellation. */
function running(run, signal) {
  const phases = h('ol', { class: 'phases' });
  const status = h('p', { class: 'quiet', role: 'status' });
  const bars = new Map();
  const update = now => {
    for (const phase of now.phases ?? []) {
      if (!bars.has(phase.phase)) {
        bars.set(phase.phase, bar(phase.phase));
        phases.append(bars.get(phase.phase).element);
      }
      bars.get(phase.phase).update(phase, now.phase === phase.phase);
    }
  };
  const here = location.hash;
  const changeRun = (words, what, query) => async () => {
    try {
      await post(path(['_ndd', 'partition', run.id, what], query()));
      put(status, words());
      announce(words());
    } catch (e) {
      showFailure(e, status, here, signal);
    }
  };
  const speed = h('input', { type: 'number', min: '0.1', step: 'any', 'aria-label': 'documents per second', placeholder: 'documents per second' });
  const throttle = changeRun(() => `At most ${speed.value} documents per second.`, '_rethrottle', () => ({ requests_per_second: speed.value }));
  const removeLimit = changeRun(() => 'The speed is not limited.', '_rethrottle', () => ({ requests_per_second: -1 }));
  const cancel = changeRun(() => 'Cancelling the run.', '_cancel', () => ({ wait_for_completion: false }));
  const cancelButton = button('Cancel …', async () => {
    const question = h('p', null, 'Cancel the run over ', h('strong', null, untrusted(run.source.index.join(', '), 120)), '. Its groups are not published.');
    if (await confirmed(question, 'Cancel the run', signal)) {
      await cancel();
    }
  }, { class: 'danger', 'data-do': 'cancel' });
  return {
    update,
    // above the phases, so that a new phase does not move the buttons
    element: h('div', { class: 'running' },
      h('form', { class: 'controls', on: { submit: event => {
        event.preventDefault();
        throttle();
      } } }, field('Speed', speed), h('button', { 'data-do': 'throttle' }, 'Slow down'), button('Full speed', removeLimit), cancelButton), status, phases),
  };
}

function bar(name) {
  const progress = h('progress', { max: '1', 'aria-label': name });
  const words = h('span', { class: 'quiet' });
  const element = h('li', null, h('span', { class: 'name' }, name), progress, words);
  return {
    element,
    update(phase, current) {
      const known = phase.total > 0;
      element.classList.toggle('current', current);
      if (known) {
        progress.value = Math.min(1, phase.done / phase.total);
      } else if (current) {
        progress.removeAttribute('value');
      } else {
        progress.value = 1;
      }
      const parts = [duration(phase.took)];
      if (known) {
        parts.unshift(`${count(phase.done)} of ${count(phase.total)}`);
      }
      if (current && phase.docs_per_second > 0) {
        parts.push(`${count(phase.docs_per_second < 10 ? Math.round(phase.docs_per_second * 10) / 10 : Math.round(phase.docs_per_second))} per second`);
      }
      if (current && phase.remaining_in_millis > 0) {
        parts.push(`${duration(phase.remaining_in_millis)} left`);
      }
      words.textContent = parts.join(' · ');
    },
  };
}
