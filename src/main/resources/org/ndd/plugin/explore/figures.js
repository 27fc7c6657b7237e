// Draws charts of the results of a run, each from one search of its groups or its documents. A bar links to the items that it counts.

import { get, path, search } from './api.js';
import { bars, columns } from './chart.js';
import { choice, field, h, latest, put, errorView } from './dom.js';
import { groupsOf, link } from './state.js';
import { RELATIONS, relationName } from './words.js';

const SIZES = [[2, 3], [3, 4], [4, 6], [6, 11], [11, 21], [21, 51], [51, 101], [101, null]];
const STEPS = 10;
const MAX_VALUES = 12;

/** Filter for all members of a group that were compared with its canonical document. */
export const COMPARED = {
  filter: [{ exists: { field: 'group' } }, { exists: { field: 'confidence' } }],
};

/** Filter for all duplicates that were compared. Documents that are part of another one are members of its group, but not duplicates. */
export const DUPLICATES = { filter: COMPARED.filter.concat({ term: { verified: true } }) };

/** Draws all charts. A chart whose request fails shows the error, and does not affect the others. */
export function figures(params, signal) {
  const known = groupsOf(params);
  const element = h('div', { class: 'figures' });
  const groups = h('div', { class: 'pair-of-figures' }, h('p', { class: 'quiet' }, 'Counting …'));
  const sites = h('div', null);
  const values = h('div', null);
  put(element, groups, sites, values);
  showErrors(groups, ofGroups(groups, known, signal), signal);
  showErrors(sites, ofSites(sites, known, signal), signal);
  showErrors(values, ofValues(values, known, params, signal), signal);
  return element;
}

const showErrors = (place, work, signal) => work.catch(e => {
  if (signal.aborted === false) {
    put(place, errorView(e));
  }
});

async function ofGroups(place, known, signal) {
  // not a histogram, which counts the floating-point numbers 0.7 and 0.9 in the columns below them
  const tenths = name => ({ range: { field: name, ranges: Array.from({ length: STEPS }, (_, i) => ({ from: i / STEPS, ...(i < STEPS - 1 ? { to: (i + 1) / STEPS } : {}) })) } });
  const response = await search(known.dest, {
    size: 0,
    query: { exists: { field: 'group' } },
    aggs: {
      groups: {
        filter: { term: { role: 'leader' } },
        aggs: { sizes: { range: { field: 'size', ranges: SIZES.map(([from, to]) => (to ? { from, to } : { from })) } } },
      },
      compared: { filter: { bool: COMPARED }, aggs: { relations: { terms: { field: 'relation', size: 10 } } } },
      duplicates: { filter: { bool: DUPLICATES }, aggs: { confidence: tenths('confidence'), resemblance: tenths('resemblance') } },
    },
  }, signal);
  const { groups, compared, duplicates } = response.aggregations;
  const relations = new Map(compared.relations.buckets.map(bucket => [bucket.key, bucket.doc_count]));
  put(place,
    bars('Groups by their size', groups.sizes.buckets.map((bucket, i) => ({
      words: words(SIZES[i]), value: bucket.doc_count,
      href: bucket.doc_count ? link('groups', { ...known, min_size: SIZES[i][0], max_size: SIZES[i][1] ? SIZES[i][1] - 1 : null }) : null,
    }))),
    bars('Documents by their relation to the canonical document', RELATIONS.filter(name => relations.has(name)).map(name => ({
      words: relationName(name), kind: name, value: relations.get(name), href: link('pages', { ...known, relation: name }),
    }))),
    columns('Confidence of duplicates', steps(duplicates.confidence, known, 'confidence'), 'confidence; click a column for its documents'),
    columns('Resemblance of duplicates to their canonical document', steps(duplicates.resemblance, known, 'resemblance'), 'resemblance; click a column for its documents'));
}

function words([from, to]) {
  return to === null ? `${from} or more` : to - from === 1 ? `${from} documents` : `${from} to ${to - 1}`;
}

/** Returns the columns of ranges; the value 1 belongs to the last column. */
function steps(ranges, known, name) {
  return ranges.buckets.map(({ doc_count: value }, i) => {
    const from = (i / STEPS).toFixed(1);
    const to = ((i + 1) / STEPS).toFixed(1);
    return { from, to, value, href: link('pages', { ...known, [`${name}_from`]: from, [`${name}_to`]: to }) };
  });
}

async function ofSites(place, known, signal) {
  const written = known.field ?? 'ndd';
  put(place, await byValue('Sites with the most duplicates', `${written}.site`, known, signal));
}

/** Draws the duplicates of a run by the values of a field of their documents. */
async function byValue(title, name, known, signal) {
  const response = await search(known.source, {
    size: 0,
    query: { known_duplicates: { dest: { index: known.dest } } },
    aggs: { values: { terms: { field: name, size: MAX_VALUES } } },
  }, signal);
  const { buckets, sum_other_doc_count: others } = response.aggregations.values;
  return bars(title, buckets.map(bucket => {
    const value = bucket.key_as_string ?? String(bucket.key);
    return { name: value, value: bucket.doc_count, href: link('pages', { ...known, by: name, value }) };
  }), others ? `and ${others} on others` : null);
}

/** Returns the names of fields whose values can be counted, except fields of ndd. */
export async function fieldsOf(known, signal) {
  const written = known.field ?? 'ndd';
  const { fields } = await get(path([known.source, '_field_caps'], { fields: '*', types: 'keyword,boolean' }), signal);
  return Object.keys(fields)
    .filter(name => Object.values(fields[name]).every(one => one.aggregatable && !one.metadata_field))
    .filter(name => name === `${written}.format` || name.startsWith(`${written}.`) === false)
    .slice(0, 200);
}

/** Draws the numbers of duplicates by the values of a field that the user selects, such as the language. */
async function ofValues(place, known, params, signal) {
  const names = await fieldsOf(known, signal);
  if (names.length === 0) {
    return;
  }
  const language = names.find(name => /^(lang|language|locale)$/i.test(name)) ?? names.find(name => /lang|locale/i.test(name));
  const picture = h('div', null);
  const begin = latest(signal);
  const draw = name => {
    const own = begin();
    return showErrors(picture, byValue(`Duplicates by ${name}`, name, known, own).then(chart => put(picture, chart)), own);
  };
  const select = choice(names.map(name => [name, name]), params.figure ?? language ?? names[0], { on: { change: event => draw(event.target.value) } });
  put(place, field('Duplicates by a field', select), picture);
  await draw(select.value);
}
