// Shows the agreement of verdicts with labels: precision and recall, calibration of the confidence, and a suggested threshold.

import { path, post, similarity } from './api.js';
import { lines } from './chart.js';
import { choice, field, untrusted, h, put } from './dom.js';
import { loadLabels } from './labels.js';
import { change, groupsOf, link, pairLink, remember } from './state.js';
import { badge, count, decimal, percent } from './words.js';

export const title = 'Evaluate';

const MIN_PAIRS = 100;
const THRESHOLDS = { min_confidence: 'Minimum confidence', resemblance: 'Minimum resemblance' };

export async function show({ params, content, signal }) {
  const known = groupsOf(params);
  const label = h('a', { href: link('label', known) }, 'Label some pairs');
  if (!known.labels) {
    put(content, h('p', null, label, ' first, or specify the index that contains them.'));
    return;
  }
  const labels = await loadLabels(known.labels, known.source, signal);
  if (labels.length === 0) {
    put(content, h('p', null, 'There are no labels in ', untrusted(known.labels), ' yet. ', label, '.'));
    return;
  }
  const options = params.preset ? { preset: params.preset } : await similarity(known.dest, signal) ?? {};
  delete options.must_agree;
  // a name of several indices, such as an alias, cannot be part of the name of a document, so only the id is sent
  const side = page => (page.index === known.source ? page.id : { _index: page.index, _id: page.id });
  const found = await post(path([known.source, '_ndd', 'evaluate']), {
    pairs: labels.map(one => ({ a: side(one.a), b: side(one.b), duplicate: one.duplicate })), target_field: known.field ?? 'ndd', ...options,
  }, signal);
  const preset = choice([['', 'options of the run'], ['balanced', 'balanced'], ['strict', 'strict'], ['pku2007', 'pku2007']], params.preset,
    { name: 'preset', on: { change: event => change(params, { preset: event.target.value }) } });
  put(content, h('div', { class: 'controls' }, field('Options', preset)), h('div', { class: 'stack' }, numbers(found)), charts(found), suggestion(found), errors(found, known));
}

function numbers(found) {
  const tile = (name, value, note) => h('div', { class: 'tile' }, h('dt', null, name), h('dd', null, value), h('p', { class: 'quiet' }, note));
  return [
    h('dl', { class: 'tiles', id: 'scores' },
      tile('precision', percent(found.precision), `${count(found.false_positives)} false positives`),
      tile('recall', percent(found.recall), `${count(found.false_negatives)} duplicates missed`),
      tile('F1', percent(found.f1), `over ${count(found.pairs)} labeled pairs`),
      tile('mean error of confidence', percent(found.calibration.expected_error), 'difference from the share of duplicates')),
    found.pairs < MIN_PAIRS ? h('p', { class: 'warnings' }, `${count(found.pairs)} pairs are few: even with ${MIN_PAIRS}, a difference of 5 points may be due to chance.`) : null,
    found.skipped ? h('p', { class: 'quiet' }, `${count(found.skipped)} pairs were skipped: a document does not exist, or you may not read it.`) : null,
    found.unreachable ? h('p', { class: 'quiet' }, `${count(found.unreachable)} labeled duplicates share no fingerprint: a run finds them only through a third document.`) : null,
  ];
}

function charts(found) {
  const bins = found.calibration.bins.filter(bin => bin.pairs > 0);
  return h('div', { class: 'pair-of-figures' },
    lines('Reliability of the confidence', [{ name: 'labeled pairs', kind: 'f1', points: bins.map(bin => [
      bin.confidence, bin.duplicates, `${count(bin.pairs)} pairs: confidence ${decimal(bin.confidence)}, ${percent(bin.duplicates)} are duplicates`,
    ]) }], { diagonal: true, dots: true, x: 'confidence', y: 'share of duplicates', note: 'On the diagonal, the confidence is calibrated.' }),
    curve(found));
}

/** Returns the name of the threshold of a point of the curve. */
const threshold = point => Object.keys(THRESHOLDS).find(name => name in point);

function curve(found) {
  const name = threshold(found.curve[0]);
  return lines(THRESHOLDS[name], ['precision', 'recall', 'f1'].map(score => ({
    name: score === 'f1' ? 'F1' : score, kind: score, points: found.curve.map(point => [point[name], point[score]]),
  })), { x: 'threshold', marks: found.suggested ? [{ x: found.suggested[name], name: `suggested ${decimal(found.suggested[name])}` }] : [] });
}

function suggestion({ suggested }) {
  if (!suggested) {
    return h('p', null, 'No pair is a duplicate, so no threshold can be suggested.');
  }
  const name = threshold(suggested);
  const body = { [name]: suggested[name] };
  return h('section', { class: 'panel', id: 'suggested', 'aria-label': 'Suggested' },
    h('p', null, `Suggested: with this threshold F1 is ${percent(suggested.f1)}. Copy it into the body of a partition request.`),
    h('pre', { tabindex: '0', 'aria-label': 'Suggested threshold' }, JSON.stringify(body)));
}

function errors(found, known) {
  if (found.errors.length === 0) {
    return h('p', null, 'No verdict differs from its label.');
  }
  const page = one => (typeof one === 'string' ? { index: known.source, id: one } : { index: one._index, id: one._id });
  const pairs = found.errors.map(error => ({ ...error, a: page(error.a), b: page(error.b) }));
  remember('pairs', { back: location.hash, pairs });
  return [
    h('h2', null, 'Verdicts that differ from your labels'),
    h('ol', { class: 'list' }, pairs.map(pair => h('li', null, badge(pair.relation), ` confidence ${decimal(pair.confidence)}, labeled `,
      h('strong', null, pair.duplicate ? 'a duplicate' : 'no duplicate'), ': ',
      h('a', { href: pairLink(known, pair.a, pair.b) }, untrusted(pair.a.id, 60), ' – ', untrusted(pair.b.id, 60))))),
  ];
}
