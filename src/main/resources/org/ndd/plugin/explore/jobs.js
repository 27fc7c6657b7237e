// Shows jobs: their state, the number of operations since their last checkpoint, and that checkpoint.

import { get, path, post } from './api.js';
import { button, confirmed, untrusted, h, showFailure, put, announce } from './dom.js';
import { follow } from './runs.js';
import { link } from './state.js';
import { count, duration, moment } from './words.js';

export const title = 'Jobs';

const MAX_JOBS = 1000;
/** Time after an action during which the view reloads more often, to show its effects. */
const FOLLOWED_MILLIS = 60000;
const COUNTS = ['changed', 'deleted', 'joined', 'regrouped', 'moved', 'unprocessed', 'outdated'];
/** Requests that change a job, with the label of the button and the effect. */
const ACTIONS = {
  _start: ['Start', 'Starts the job with your privileges. It changes the groups that its destination publishes.'],
  _stop: ['Stop', 'Ends the active work of the job. The published groups remain, but are not updated.'],
  _schedule_now: ['Take a checkpoint', 'Updates the groups now.'],
};

export async function show({ content, signal }) {
  const list = h('div', { class: 'cards', id: 'jobs' });
  const none = h('p', { hidden: true }, 'There are no jobs that you may see. ', h('code', null, 'PUT /_ndd/job/{job_id}'), ' creates one.');
  const cards = new Map();
  let changedAt = 0;
  let reloadSoon = () => {};
  const changed = () => {
    changedAt = Date.now();
    reloadSoon();
  };
  const load = async () => {
    const { jobs } = await get(path(['_ndd', 'job', '_stats'], { size: MAX_JOBS }), signal);
    none.hidden = jobs.length > 0;
    const all = jobs.map(job => card(cards, job, changed, signal));
    if (all.length !== list.children.length || all.some((one, i) => one !== list.children[i])) {
      put(list, all);
    }
    return Date.now() - changedAt < FOLLOWED_MILLIS || jobs.some(job => job.full_run || job.current_checkpoint);
  };
  const active = await load();
  const failure = h('p', { role: 'status' });
  put(content, failure, none, list);
  reloadSoon = follow(load, active, failure, signal);
}

/**
 * Returns the card of one job. The card and its buttons remain as long as the state does not change. A job whose record cannot be read has
 * only an id, a state and a failure.
 */
function card(cards, job, changed, signal) {
  const known = cards.get(job.id);
  const source = job.source?.index.join(',');
  if (known?.state === job.state && known.source === source) {
    known.update(job);
    return known.element;
  }
  const [status, facts] = [h('p', { role: 'status' }), h('div', { class: 'stack' })];
  const here = location.hash;
  const act = name => async () => {
    const [words, effect] = ACTIONS[name];
    const question = [h('p', null, h('strong', null, `${words}: `), untrusted(job.id, 80)),
      h('p', null, effect, ' Source: ', untrusted(source, 120), '; destination: ', untrusted(job.dest.index, 120), '.')];
    if (await confirmed(question, words, signal)) {
      try {
        await post(path(['_ndd', 'job', job.id, name]));
        put(status, `${words}: accepted.`);
        announce(status.textContent);
        changed();
      } catch (e) {
        showFailure(e, status, here, signal);
      }
    }
  };
  const element = h('article', { class: 'card', 'data-job': job.id, 'aria-label': `Job ${job.id}` },
    h('h2', null, source ? h('a', { href: link('groups', { source, dest: job.dest.index, field: job.source.target_field }) }, untrusted(job.id, 80)) : untrusted(job.id, 80),
      h('span', { class: `badge s-${job.state === 'started' ? 'running' : job.state}` }, job.state)),
    source && h('div', { class: 'controls' }, (job.state === 'started' ? ['_schedule_now', '_stop'] : ['_start']).map(name => button(`${ACTIONS[name][0]} …`, act(name), { 'data-do': name })),
      h('a', { class: 'button', href: link('runs', { index: source }) }, 'Runs of this index')),
    status, facts);
  const update = now => put(facts, ...described(now));
  cards.set(job.id, { state: job.state, source, element, update });
  update(job);
  return element;
}

function described(job) {
  const { last_checkpoint: last, current_checkpoint: current, full_run: full } = job;
  const fact = (name, value) => h('div', null, h('dt', null, name), h('dd', null, value));
  return [
    job.source && h('p', { class: 'quiet' }, untrusted(job.source.index.join(', '), 120), ' → ', untrusted(job.dest.index, 120)),
    job.source && h('dl', { class: 'numbers' },
      fact('operations behind', count(job.operations_behind)), fact('checkpoints', count(job.checkpoint)),
      fact('last checkpoint', last ? moment(last.timestamp_in_millis) : '–'), last ? fact('took', duration(last.took)) : null,
      last ? COUNTS.filter(name => last[name] > 0).map(name => fact(name, count(last[name]))) : null),
    full ? h('p', null, 'Full run ', untrusted(full.id, 120), ': ', untrusted(full.reason, 300)) : null,
    current ? h('p', null, current.total ? `Checkpoint: ${count(current.done)} of ${count(current.total)} changed documents.` : 'Checkpoint: searching for changed documents.') : null,
    job.failure ? h('p', { class: 'refused' }, untrusted(job.failure, 500), job.consecutive_failures ? ` (${count(job.consecutive_failures)} attempts)` : '') : null,
  ];
}
