// Starts a run, optionally after a preview on a sample of the documents.

import { RequestError, get, path, post, report } from './api.js';
import { button, choice, confirmed, field, untrusted, h, latest, errorLine, showFailure, put, errorView, announce } from './dom.js';
import { go, groupsOf } from './state.js';
import { count, duration } from './words.js';

export const title = 'Start a run';

const POLL_MILLIS = 700;
/** Options of the last run that are defaults of the next run. */
const REPEATED = [
  'target_field', 'query', 'preset', 'min_confidence', 'resemblance', 'containment', 'slope', 'window', 'regions', 'numbers', 'candidates', 'canonical',
  'markets', 'against', 'decisions_index', 'must_agree', 'redirect_field', 'redirect_url_field', 'boilerplate', 'max_retained_runs',
];

export async function show({ params, content, signal }) {
  const known = groupsOf(params);
  const last = known.dest ? await report(known.dest, signal).catch(e => {
    if (e instanceof RequestError) {
      return null;
    }
    throw e;
  }) : null;
  const source = h('input', { name: 'source', value: known.source ?? '', required: true, autocomplete: 'off', spellcheck: 'false' });
  const dest = h('input', { name: 'dest', value: last?.dest.index ?? '', placeholder: '{index}-ndd', autocomplete: 'off', spellcheck: 'false' });
  const publish = choice([['true', 'publish the groups when the run is complete'], ['false', 'do not publish them']], 'true', { name: 'publish' });
  const sample = h('input', { name: 'sample', type: 'number', class: 'narrow', min: 0.001, max: 1, step: 'any', value: 0.1, required: true });
  const options = h('textarea', { name: 'options', rows: 8, spellcheck: 'false', 'aria-label': 'Options' });
  options.value = JSON.stringify(last ? repeatedOptions(last.parameters, known) : { preset: 'balanced', ...(known.decisions ? { decisions_index: known.decisions } : {}) }, null, 2);
  const result = h('div', { id: 'preview', class: 'stack' });
  const target = () => dest.value.trim() || `${source.value.trim()}-ndd`;
  const body = more => ({ ...JSON.parse(options.value || '{}'), dest: { index: target() }, ...more });
  const start = (more, own) => post(path([source.value.trim(), '_ndd', 'partition']), body(more), own);
  const here = location.hash;
  const guarded = (work, begin) => async event => {
    event.preventDefault();
    if (form.reportValidity() === false) {
      return;
    }
    const own = begin();
    try {
      await work(own);
    } catch (e) {
      if (own.aborted) {
        showFailure(e, result, here, own);
      } else {
        put(result, e instanceof SyntaxError ? errorLine({ message: 'The options must be a JSON object.', reason: e.message }) : errorView(e));
      }
    }
  };
  const preview = guarded(async own => {
    const share = Number(sample.value);
    const run = await awaitEnd((await start({ dry_run: true, sample: share }, own)).id, result, own);
    if (run) {
      put(result, outcome(run, share));
      announce('The preview is complete');
    }
  }, latest(signal));
  const run = guarded(async () => {
    body({});
    const replaced = publish.value === 'true' ? await publishedRun(target(), signal) : null;
    const question = [
      h('p', null, 'Start a run over ', h('strong', null, untrusted(source.value.trim(), 120)), '.'),
      h('p', null, publish.value === 'true' ? ['When it is complete, ', h('strong', null, untrusted(target(), 120)), ' publishes its groups',
        replaced ? [' instead of those of run ', untrusted(replaced, 120)] : '', '.'] : 'Its groups are not published.', ' The documents do not change.'),
    ];
    if (await confirmed(question, 'Start the run', signal)) {
      await start({ publish: publish.value === 'true' });
      if (!signal.aborted) {
        go('runs', { index: source.value.trim() });
      }
    }
  }, () => signal);
  const form = h('form', { class: 'form', on: { submit: preview } },
    h('div', { class: 'controls' }, field('Index', source), field('Destination', dest), field('Groups', publish)),
    field('Options, as in the body of a partition request', options),
    h('div', { class: 'controls' }, field('Share of the documents in the preview', sample), h('button', { 'data-do': 'preview' }, 'Preview'),
      button('Start …', run, { class: 'primary', 'data-do': 'start' })));
  put(content, h('p', null, 'A run puts each document of an index into one group. A preview groups a sample of the documents and writes no groups.'), form, result);
}

function repeatedOptions(parameters, known) {
  const kept = REPEATED.filter(name => parameters?.[name] !== undefined && parameters[name]?.length !== 0);
  return { ...Object.fromEntries(kept.map(name => [name, parameters[name]])), ...(known.decisions ? { decisions_index: known.decisions } : {}) };
}

/** Returns the run that a destination publishes; null if there is none, or if the user may not list runs. */
async function publishedRun(dest, signal) {
  try {
    return (await get(path(['_ndd', 'partition'], { dest, live: 'true', size: 1 }), signal)).runs[0]?.id ?? null;
  } catch (e) {
    if (e instanceof RequestError) {
      return null;
    }
    throw e;
  }
}

/** Waits until a run has ended, and shows its progress. Returns null if the user left the view. */
async function awaitEnd(id, place, signal) {
  const here = location.hash;
  const stop = button('Cancel the preview', () => post(path(['_ndd', 'partition', id, '_cancel'], { wait_for_completion: 'false' }))
    .catch(e => showFailure(e, status, here, signal)));
  const status = h('p', { class: 'quiet', role: 'status' }, 'The preview begins.');
  put(place, stop, status);
  while (!signal.aborted) {
    const run = await get(path(['_ndd', 'partition', id]), signal);
    if (run.state !== 'running') {
      return run;
    }
    put(status, `Phase ${run.phase}, ${duration(run.took)}.`);
    await new Promise(resolve => setTimeout(resolve, POLL_MILLIS));
  }
  return null;
}

function outcome(run, sample) {
  const tile = (name, value, note) => h('div', { class: 'tile' }, h('dt', null, name), h('dd', null, count(value)), note ? h('p', { class: 'quiet' }, note) : null);
  return [
    h('p', null, h('span', { class: `badge s-${run.state}` }, run.state), ` in ${duration(run.took)}. `,
      sample < 1 ? 'Two near-duplicates are both in the sample by chance only, so the share of duplicates in all documents is higher.' : ''),
    run.failures?.length ? h('p', { class: 'refused' }, untrusted(run.failures[0], 500)) : null,
    h('dl', { class: 'tiles' }, tile('documents', run.documents), tile('groups', run.groups), tile('duplicates', run.duplicates),
      tile('equal texts', run.exact_duplicates), tile('without fields of the processor', run.unprocessed)),
    run.largest_groups?.length ? h('p', null, 'Largest groups: ', run.largest_groups.map((group, i) => [i ? ', ' : '', untrusted(group.canonical_id, 60), ` (${count(group.size)})`]), '.') : null,
  ];
}
